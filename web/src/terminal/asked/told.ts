import { change, dollars } from "../../lib/money";
import type { LastRound } from "../../lib/types";
import type { Told } from "../status";
import { t } from "../words";

/** "You win $50." */
export function sumTold(own: NonNullable<LastRound["own"]>): string {
  const net = own.net_cents;
  if (net > 0) return t("asked.you_win", { amount: dollars(net) });
  return net === 0 ? t("asked.you_even", { amount: dollars(own.staked_cents) }) : t("asked.you_lose", { amount: change(net) });
}

/** "No answer: stand." */
export const silenceTold = (choice: string): string => t("asked.silence", { silence: choice.toLocaleLowerCase() });

/** To whoever only watches: who decides, and what happens at zero. */
export function othersTold(seats: string, silence: string): Told {
  return { main: t("asked.others", { seats }), next: t("asked.others_next", { silence: silence.toLocaleLowerCase() }) };
}
