import { Refusal } from "../lib/api";
import type { Sentence } from "./reasons";
import { t } from "./words";

const KNOWN = {
  "wager/no_more_bets": "why.too_late",
  "table/phase": "why.too_late",
  "money/too_little": "why.balance_now",
  "table/paused": "state.paused",
  "network/away": "state.reconnecting",
  "seat/in_play": "why.in_play",
  "cash-out/in_play": "cash.in_play",
  "cash-out/nothing": "cash.nothing",
} as const;

/** A refusal in the reader's language where we have the sentence, else in the house's own words. */
export function refusedInWords(refusal: unknown): Sentence {
  const code = refusal instanceof Refusal ? refusal.code : "";
  if (code in KNOWN) return () => t(KNOWN[code as keyof typeof KNOWN]);
  const said = refusal instanceof Error ? refusal.message : String(refusal);
  return () => (code.startsWith("limit/") ? t("why.own_limit", { said }) : said);
}
