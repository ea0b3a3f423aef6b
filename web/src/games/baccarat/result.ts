import { common } from "../../lib/common";
import type { Side } from "../../ui/sides/side";
import { points } from "./points";
import { t } from "./words";

type Cards = Readonly<Record<string, string[]>>;

export function winnerOf(cards: Cards): Side {
  const [player, banker] = [points(cards["player"] ?? []), points(cards["banker"] ?? [])];
  return player === banker ? "tie" : player > banker ? "player" : "banker";
}

/** "Banker wins, 7 over 6." */
export function resultSentence(cards: Cards): string {
  return resultWords(points(cards["player"] ?? []), points(cards["banker"] ?? []));
}

export function resultWords(player: number, banker: number): string {
  if (player === banker) return t("result.tie", { points: player });
  return t("result.wins", { side: common(player > banker ? "side.player" : "side.banker"), high: Math.max(player, banker), low: Math.min(player, banker) });
}
