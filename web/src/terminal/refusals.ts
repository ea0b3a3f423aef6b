import { Refusal } from "../lib/api";
import { inWords } from "../lib/refused";
import type { Sentence } from "./reasons";
import { t } from "./words";

const KNOWN = {
  "wager/no_more_bets": "why.too_late",
  "money/insufficient": "why.balance_now",
  "table/paused": "state.paused",
  "network/away": "state.reconnecting",
  "seat/in_play": "why.in_play",
  "cash-out/in_play": "cash.in_play",
  "cash-out/nothing": "cash.nothing",
  "cash-out/promotional": "promo.never_cashed",
} as const;

/** A refusal at the table: the terminal's own sentence where it has a better one, else as everywhere. */
export function refusedInWords(refusal: unknown): Sentence {
  const code = refusal instanceof Refusal ? refusal.code : "";
  if (Object.hasOwn(KNOWN, code)) return () => t(KNOWN[code as keyof typeof KNOWN]);
  return () => (code.startsWith("limit/") ? t("why.own_limit", { said: inWords(refusal) }) : inWords(refusal));
}
