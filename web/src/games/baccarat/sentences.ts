import { tCommon } from "../../lib/common-words";
import { winnersRecord, type Side } from "../../records/side";
import type { PitParts } from "../../table/game-parts";
import { handPoints, type DrawRule } from "./hands";
import { t } from "./words";

type Cards = Readonly<Record<string, string[]>>;

export function winningSide(cards: Cards): Side {
  const [player, banker] = [handPoints(cards["player"] ?? []), handPoints(cards["banker"] ?? [])];
  return player === banker ? "tie" : player > banker ? "player" : "banker";
}

/** Returns "Banker wins, 7 over 6". If `countsCards`, the number of cards is added, because there is a wager on it. */
export function resultSentence(cards: Cards, countsCards = false): string {
  const sentence = resultSentenceForTotals(handPoints(cards["player"] ?? []), handPoints(cards["banker"] ?? []));
  return countsCards ? `${sentence}, ${cardCountText(cards)}` : sentence;
}

/** Returns the number of cards of both hands: "5 cards". */
export function cardCountText(cards: Cards): string {
  return t("result.cards", { count: (cards["player"]?.length ?? 0) + (cards["banker"]?.length ?? 0) });
}

/** Returns the result of two totals: "Banker wins, 7 over 6" or "Tie, 6 all". */
export function resultSentenceForTotals(player: number, banker: number): string {
  if (player === banker) return t("result.tie", { points: player });
  return t("result.wins", {
    side: tCommon(player > banker ? "side.player" : "side.banker"),
    high: Math.max(player, banker),
    low: Math.min(player, banker),
  });
}

/** Returns how the winner won, "With three cards" or "With a natural 8"; what becomes of the lines after a tie. */
export function winningWay(cards: Cards): string {
  const side = winningSide(cards);
  if (side === "tie") return t("why.tie");
  const won = cards[side] ?? [];
  const points = handPoints(won);
  return won.length === 3 ? t("why.three") : points >= 8 ? t("why.natural", { points }) : t("why.two");
}

/** Returns the rule of the third cards in one line: "Player draws: 5 is under 6". */
export function drawRuleText(rule: DrawRule): string {
  switch (rule.kind) {
    case "natural":
      return t("rule.natural", { points: rule.points });
    case "stand":
      return t("rule.stand");
    case "under":
      return t("rule.under", { hand: tCommon(`side.${rule.hand}`), total: rule.total });
    case "against":
      return t("rule.against", { hand: tCommon(`side.${rule.hand}`), total: rule.total, card: rule.card });
  }
}

/** Returns "Banker wins, 9 over 7", or "" for a round without totals. */
function totalsSentence(facts: Record<string, unknown>): string {
  const [player, banker] = [Number(facts["player_total"]), Number(facts["banker_total"])];
  return Number.isNaN(player) || Number.isNaN(banker) ? "" : resultSentenceForTotals(player, banker);
}

export const pit = {
  record: winnersRecord,
  resultSentence: ({ facts }) => totalsSentence(facts),
  handResultText: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
} satisfies Partial<PitParts>;
