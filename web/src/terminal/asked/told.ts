import { change, dollars } from "../../lib/money";
import type { LastRound } from "../../lib/types";
import { feeTold, type Told } from "../status";
import { t } from "../words";

/** "You win $49. Collection $1 included." */
export function sumTold(own: NonNullable<LastRound["player"]>): string {
  const cents = own.result_cents;
  const amount = cents > 0 ? dollars(cents) : change(cents);
  if (cents === 0) return `${t("asked.you_even", { amount: dollars(own.staked_cents) })}${feeTold(own)}`;
  return `${t(cents > 0 ? "asked.you_win" : "asked.you_lose", { amount })}${feeTold(own)}`;
}

/** "No answer: stand." */
export const silenceTold = (choice: string): string => t("asked.silence", { silence: choice.toLocaleLowerCase() });

/** To whoever only watches: who decides, and what happens at zero. */
export function othersTold(seats: string, silence: string): Told {
  return { main: t("asked.others", { seats }), next: t("asked.others_next", { silence: silence.toLocaleLowerCase() }) };
}
