import type { LastRound, TableView } from "../../lib/types";
import { cardsOnTable, type ShownCard } from "../../ui/hands-on-table";

/** Returns the points of a hand; null if it has no cards or one is face down. */
export function totalIfAllFaceUp(cards: readonly (string | null)[]): number | null {
  const faceUp = cards.filter((card) => card !== null);
  return faceUp.length === 0 || faceUp.length < cards.length ? null : handPoints(faceUp);
}

/** Returns the points of the cards that are face up; null if there are none. */
export function totalOfFaceUp(cards: readonly (string | null)[]): number | null {
  const faceUp = cards.filter((card) => card !== null);
  return faceUp.length === 0 ? null : handPoints(faceUp);
}

/** A rule of the third cards that the round follows now. `card`: points of the Player's third card. */
export type DrawRule =
  | { kind: "natural"; points: number }
  | { kind: "stand" }
  | { kind: "under"; hand: "player" | "banker"; total: number }
  | { kind: "against"; hand: "banker"; total: number; card: number };

/**
 * Returns the rule that decides the next card, or that decided the last one; null while the first four cards are not all face up.
 * `next`: the hand of the next card, as the server says.
 */
export function drawRule(player: readonly (string | null)[], banker: readonly (string | null)[], next: string | null): DrawRule | null {
  const points = (cards: readonly (string | null)[]): number | null => totalIfAllFaceUp(cards.slice(0, 2));
  const [playerTotal, bankerTotal] = [points(player), points(banker)];
  if (player.length < 2 || banker.length < 2 || playerTotal === null || bankerTotal === null) return null;
  const highest = Math.max(playerTotal, bankerTotal);
  if (highest >= NATURAL) return { kind: "natural", points: highest };
  const hand = banker.length > 2 ? "banker" : (next ?? (player.length > 2 ? "player" : null));
  if (hand !== "player" && hand !== "banker") return { kind: "stand" };
  const third = player[2];
  if (hand === "player" || third === undefined) return { kind: "under", hand, total: hand === "player" ? playerTotal : bankerTotal };
  return third === null ? null : { kind: "against", hand, total: bankerTotal, card: handPoints([third]) };
}

const NATURAL = 8;

/** Returns the points of a hand: tens and face cards count 0, and only the last digit of the sum counts. */
export function handPoints(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + ("A23456789".indexOf(card[0] ?? "") + 1), 0) % 10;
}

/** Both hands as they are shown on the table. */
export type BaccaratHands = {
  round: string;
  player: ShownCard[];
  banker: ShownCard[];
  /** Hands that draw no more cards. */
  standingHands: readonly string[];
  /** True if the hands are those of the last round. */
  isLast: boolean;
};

/** Returns the hands of the current round or, until the first chip of the next one, those of the last round. */
export function handsOnTable(view: TableView, last: LastRound | null, hasChips: boolean): BaccaratHands {
  const { round, isLast, cardsOf } = cardsOnTable(view, last, hasChips);
  return {
    round,
    player: cardsOf("player"),
    banker: cardsOf("banker"),
    standingHands: isLast && last !== null ? handsThatStood(last) : view.next_draw.standing_hands,
    isLast,
  };
}

/** Returns the hands that stood in a finished round: both, or none if the round is void. */
export function handsThatStood(round: Pick<LastRound, "status">): string[] {
  return round.status === "void" ? [] : ["player", "banker"];
}
