import { formatSignedDollars, formatDollars } from "../../lib/money";
import type { LastRound } from "../../lib/types";
import { feeSentence, type StatusLine } from "../betting/status-line";
import { t } from "../words";

/** The player's net result, "You win $49. Collection $1 included." */
export function netResultText(own: NonNullable<LastRound["player"]>): string {
  const cents = own.result_cents;
  const amount = cents > 0 ? formatDollars(cents) : formatSignedDollars(cents);
  if (cents === 0) return `${t("decision.you_even", { amount: formatDollars(own.staked_cents) })}${feeSentence(own)}`;
  return `${t(cents > 0 ? "decision.you_win" : "decision.you_lose", { amount })}${feeSentence(own)}`;
}

/** What happens without an answer, "No answer: stand." */
export const defaultChoiceText = (choice: string): string => t("decision.silence", { silence: choice.toLocaleLowerCase() });

/** Status for viewers who only watch: which seats decide, and the default choice. */
export function waitingForOthers(seats: string, silence: string): StatusLine {
  return { main: t("decision.others", { seats }), next: t("decision.others_next", { silence: silence.toLocaleLowerCase() }) };
}
