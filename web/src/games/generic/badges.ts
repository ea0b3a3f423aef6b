import { gameNames } from "../../table/game-loader";
import type { LobbyTile, TableView } from "../../lib/types";
import type { Badge, Shape } from "../../records/side";
import type { PastRound } from "../../table/betting/past-rounds";
import { handBadges, noWinnerBadge, winnerBadge, winnerOf } from "./hands";
import { parts as names } from "./names";
import { t } from "./words";

/** Returns the badges of a table's shared hands, and last the badge of a round without a winner. */
export function tableBadges(view: Pick<TableView, "game">): Badge[] {
  return [...handBadges(view.game.hands, gameNames(view.game.family).handName), noWinnerBadge(t("winner.none"))];
}

const RINGS: Readonly<Record<Shape, string>> = {
  circle: "--player-ring",
  square: "--banker-ring",
  hexagon: "--third-hand-ring",
  shield: "--fourth-hand-ring",
  diamond: "--tie-ring",
};

/** Returns the colour of a hand's name, as CSS. */
export function handInk(view: Pick<TableView, "game">, hand: string): string {
  return `var(${RINGS[tableBadges(view).find((badge) => badge.id === hand)?.shape ?? "circle"]})`;
}

/** Returns the winners of the last rounds of a lobby tile. */
export function tileWinners(tile: LobbyTile): Badge[] {
  const hands = Object.keys(tile.past_rounds.at(-1)?.cards ?? {});
  const badges = handBadges(hands, names.handName);
  return tile.past_rounds.map(({ winner }) => badges.find((badge) => badge.id === winner) ?? noWinnerBadge(t("winner.none")));
}

/** Returns the badge of the hand that won a past round; null if the round names no winner. */
export function winningBadge(round: PastRound): Badge | null {
  const winner = winnerOf(round);
  const badges = [...handBadges(Object.keys(round.cards), names.handName), noWinnerBadge(t("winner.none"))];
  return winner === null ? null : (winnerBadge(badges, winner) ?? null);
}
