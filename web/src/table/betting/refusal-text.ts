import { Refusal } from "../../lib/api";
import { errorText } from "../../lib/errors";
import type { LazyText } from "./bets";
import { t } from "../words";

const TERMINAL_MESSAGES = {
  "wager/no_more_bets": "why.too_late",
  "money/insufficient": "why.balance_now",
  "wager/free_hand": "why.free_hand",
  "wager/player_dealer_cannot_bet": "why.bank",
  "table/paused": "state.paused",
  "network/away": "state.reconnecting",
  "seat/in_play": "why.in_play",
  "cash-out/in_play": "cash.in_play",
  "cash-out/nothing": "cash.nothing",
  "cash-out/promotional": "promo.never_cashed",
} as const;

/** Text of a refusal: the terminal's own sentence for some codes, else the general error text. */
export function refusalText(refusal: unknown): LazyText {
  const code = refusal instanceof Refusal ? refusal.code : "";
  if (Object.hasOwn(TERMINAL_MESSAGES, code)) return () => t(TERMINAL_MESSAGES[code as keyof typeof TERMINAL_MESSAGES]);
  return () => (code.startsWith("limit/") ? t("why.own_limit", { said: errorText(refusal) }) : errorText(refusal));
}
