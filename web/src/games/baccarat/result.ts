import { common } from "../../lib/common";
import type { Side } from "../../ui/sides/side";
import { points } from "./points";
import { t } from "./words";

type Cards = Readonly<Record<string, string[]>>;

export function winnerOf(cards: Cards): Side {
  const [player, banker] = [points(cards["player"] ?? []), points(cards["banker"] ?? [])];
  return player === banker ? "tie" : player > banker ? "player" : "banker";
}

/** "Banker wins, 7 over 6"; where the number of cards is bet on, that too. */
export function resultSentence(cards: Cards, countsCards = false): string {
  const said = resultWords(points(cards["player"] ?? []), points(cards["banker"] ?? []));
  return countsCards ? `${said}, ${cardsWords(cards)}` : said;
}

export function cardsWords(cards: Cards): string {
  return t("result.cards", { cards: (cards["player"]?.length ?? 0) + (cards["banker"]?.length ?? 0) });
}

export function resultWords(player: number, banker: number): string {
  if (player === banker) return t("result.tie", { points: player });
  return t("result.wins", { side: common(player > banker ? "side.player" : "side.banker"), high: Math.max(player, banker), low: Math.min(player, banker) });
}
