import type { LastRound, SideRound, TableView } from "../../lib/types";
import { cardsOnTable, type ShownCard } from "../../ui/hands-on-table";
import { hasResult } from "../../ui/void-reason";
import { SHAPES, type Badge, type RoundMark } from "../../records/side";

/** A hand as the table shows it. `isWinner` is null while the round has no result, and if no hand won. */
export type TableHand = { name: string; cards: ShownCard[]; value: string; isWinner: boolean | null };
export type TableHands = { round: string; hands: TableHand[]; hasNoWinner: boolean };

/** Returns an id as text: "double-down" becomes "Double down". */
export function capitalized(id: string): string {
  const text = id.replaceAll("-", " ").replaceAll("_", " ");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Returns the seat of a hand named "player:2" or "player:2/1"; null for a hand that all players share. */
export function seatOfHand(name: string): number | null {
  const seat = /^player:(\d+)/.exec(name)?.[1];
  return seat === undefined ? null : Number(seat);
}

/** Returns a letter for each name: the first one that no earlier name has, else its first. */
export function distinctLetters(names: readonly string[]): string[] {
  const taken: string[] = [];
  for (const name of names) {
    const letters = [...name.toLocaleUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
    taken.push(letters.find((letter) => !taken.includes(letter)) ?? letters[0] ?? "");
  }
  return taken;
}

/** Returns the badges of the shared hands, in their order on the table; a fifth hand has the first shape again. */
export function handBadges(hands: readonly string[], handName: (hand: string) => string): Badge[] {
  const names = hands.map(handName);
  const letters = distinctLetters(names);
  return hands.map((id, index) => ({
    id,
    shape: SHAPES[index % SHAPES.length] ?? "circle",
    letter: letters[index] ?? "",
    name: names[index] ?? "",
  }));
}

export const noWinnerBadge = (name: string): Badge => ({ id: "", shape: "diamond", letter: "=", name });

/** Returns the badge of a winner; the last of `badges` is that of a round without one. */
export const winnerBadge = (badges: readonly Badge[], winner: unknown): Badge | undefined =>
  badges.find((badge) => badge.id === winner) ?? badges.at(-1);

/** Returns past rounds as marks, with the outcome in words. */
export function roundMarks(rounds: readonly SideRound[], badges: readonly Badge[]): RoundMark[] {
  return rounds.flatMap(({ winner, outcome = "" }) => {
    const side = winnerBadge(badges, winner);
    return side === undefined ? [] : [{ side, upperMark: "", lowerMark: "", description: outcome }];
  });
}

/** Returns the outcome of a round in words; "" if its family has none. */
export function outcomeText(facts: Readonly<Record<string, unknown>> | undefined): string {
  const outcome = facts?.["outcome"];
  return typeof outcome === "string" ? outcome : "";
}

/** Returns the name of the hand that won; "" if none did, null if the round has no result. */
export function winnerOf(round: Pick<LastRound, "facts"> | null): string | null {
  const winner = round?.facts?.["winner"];
  return typeof winner === "string" ? winner : null;
}

/** Returns the hands to show: those of the current round or, until the first chip of the next one, those of the last round. */
export function handsOnTable(view: TableView, last: LastRound | null, hasChips: boolean): TableHands {
  const { round, isLast, cardsOf } = cardsOnTable(view, last, hasChips);
  const values = isLast ? (last?.hand_values ?? {}) : view.hand_values;
  const winner = isLast && last !== null && hasResult(view, last) ? winnerOf(last) : null;
  const dealt = Object.keys(isLast ? (last?.cards ?? {}) : view.hands);
  const names = [...new Set([...view.game.hands, ...dealt])];
  return {
    round,
    hands: names.map((name) => {
      const value = values[name];
      return {
        name,
        cards: cardsOf(name),
        value: value?.text ?? value?.total?.toString() ?? "",
        isWinner: winner === null || winner === "" || !view.game.hands.includes(name) ? null : winner === name,
      };
    }),
    hasNoWinner: winner === "",
  };
}

/** Spots of a row on a large screen. */
const MAX_ROW_SPOTS = 4;
/** From so many spots on, a phone shows the smaller ones three a row. */
const MANY_SPOTS = 9;

/** Rows of spots; `isLine`: the spot belongs to a hand and is larger. */
export type SpotRow<W> = { wager: W; isLine: boolean }[];

/**
 * Lays out the spots. A wager of the group "line" with a hand of its own is a line. On a large screen the lines of the first half of
 * the hands stand at the start of the first row, those of the others at its end, and the rest between them; on a phone the lines
 * come first, two a row.
 */
export function spotRows<W extends { group: string; zone: string }>(
  wagers: readonly W[],
  hands: readonly string[],
  isPhone: boolean,
): SpotRow<W>[] {
  const spots = wagers.map((wager) => ({ wager, isLine: wager.group === "line" && hands.includes(wager.zone) }));
  const lines = spots.filter((spot) => spot.isLine);
  const others = spots.filter((spot) => !spot.isLine);
  if (isPhone) return [...rowsOf(lines, 2), ...rowsOf(others, spots.length >= MANY_SPOTS ? 3 : 2)];
  const isFirst = ({ wager }: { wager: W }): boolean => hands.indexOf(wager.zone) < hands.length / 2;
  const beside = Math.max(0, MAX_ROW_SPOTS - lines.length);
  const first = [...lines.filter(isFirst), ...others.slice(0, beside), ...lines.filter((spot) => !isFirst(spot))];
  return [first, ...rowsOf(others.slice(beside), MAX_ROW_SPOTS)].filter((row) => row.length > 0);
}

function rowsOf<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, row) => items.slice(row * most, (row + 1) * most));
}
