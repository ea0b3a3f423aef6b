import type { BoardParts, PitParts } from "../../table/game-parts";
import { handTotal, isNatural } from "./hand-total";
import { t } from "./words";

/** Returns the result of the dealer's hand: "Dealer has 19". */
export function dealerResultSentence(cards: Record<string, string[]>): string {
  const dealer = cards["dealer"] ?? [];
  if (isNatural(dealer)) return t("end.dealer_natural");
  const { total } = handTotal(dealer);
  return t(total > 21 ? "end.dealer_broke" : "end.dealer", { total });
}

/** Returns the dealer's result: players bet against the dealer, so a round has no single winner. "" if the round has no result. */
function resultSentenceFromFacts(facts: Record<string, unknown>): string {
  if (facts["dealer_broke"] === undefined) return "";
  if (facts["dealer_natural"] === true) return t("end.dealer_natural");
  return t(facts["dealer_broke"] === true ? "end.dealer_broke" : "end.dealer", { total: Number(facts["dealer_total"]) });
}

export const board = {
  limitsLabel: null,
  lastResultText: null,
  summary: ({ trends }) => ({
    kind: "figure",
    label: t("board.bust_share"),
    value: `${trends.current.dealer?.["broke"]?.percent ?? "–"}%`,
  }),
} satisfies Partial<BoardParts>;

export const pit = {
  resultSentence: ({ facts }) => resultSentenceFromFacts(facts),
  handResultText: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
} satisfies Partial<PitParts>;
