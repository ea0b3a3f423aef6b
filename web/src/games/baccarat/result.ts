import { tCommon } from "../../lib/common-words";
import type { Side } from "../../ui/sides/side";
import { handPoints } from "./points";
import { t } from "./words";

type Cards = Readonly<Record<string, string[]>>;

export function winningSide(cards: Cards): Side {
  const [player, banker] = [handPoints(cards["player"] ?? []), handPoints(cards["banker"] ?? [])];
  return player === banker ? "tie" : player > banker ? "player" : "banker";
}

/** "Banker wins, 7 over 6"; where the number of cards is bet on, that too. */
export function resultSentence(cards: Cards, countsCards = false): string {
  const said = resultSentenceForTotals(handPoints(cards["player"] ?? []), handPoints(cards["banker"] ?? []));
  return countsCards ? `${said}, ${cardCountText(cards)}` : said;
}

export function cardCountText(cards: Cards): string {
  return t("result.cards", { cards: (cards["player"]?.length ?? 0) + (cards["banker"]?.length ?? 0) });
}

export function resultSentenceForTotals(player: number, banker: number): string {
  if (player === banker) return t("result.tie", { points: player });
  return t("result.wins", { side: tCommon(player > banker ? "side.player" : "side.banker"), high: Math.max(player, banker), low: Math.min(player, banker) });
}
