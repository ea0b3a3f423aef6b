import type { KeysUnder } from "../../lib/i18n.svelte";
import type { LastRound, Result, TableView, WagerSum } from "../../lib/types";
import type { HandsOnTable, ShownCard } from "../../ui/hands-on-table";
import type { words } from "./words.en";

/** A hand on the table. Its seat has `handCount` hands, and this one is number `handNumber`. `seat` is null for the dealer's hand. */
/** State of a hand: each has its word in words.en.ts. */
export type HandState = KeysUnder<typeof words, "state.">;
export type BlackjackHand = {
  name: string;
  seat: number | null;
  handNumber: number;
  handCount: number;
  cards: ShownCard[];
  total: number | null;
  isSoft: boolean;
  state: HandState;
  stakeCents: number;
  /** Result of the main wager; null before settlement. */
  outcome: Result["result"] | null;
  netCents: number;
};
export type BlackjackSeat = { seat: number; hands: BlackjackHand[] };
export type BlackjackHands = HandsOnTable<BlackjackSeat> & { dealer: BlackjackHand };

const NO_HAND: BlackjackHand = {
  name: "dealer",
  seat: null,
  handNumber: 1,
  handCount: 1,
  cards: [],
  total: null,
  isSoft: false,
  state: "waiting",
  stakeCents: 0,
  outcome: null,
  netCents: 0,
};

/** Parses a hand id: "player:2/3" is the third hand of seat 2. Both values are null for the dealer, the number is null without a split. */
export function parseHandId(name: string): { seat: number | null; handNumber: number | null } {
  const match = /^player:(\d+)(?:\/(\d+))?$/.exec(name);
  return match === null
    ? { seat: null, handNumber: null }
    : { seat: Number(match[1]), handNumber: match[2] === undefined ? null : Number(match[2]) };
}

/** Returns the hands of the round in progress; otherwise those of the last round, or no hands if it is null or void. */
export function handsOnTable(view: TableView, last: LastRound | null): BlackjackHands {
  if (view.phase === "dealing") return handsInPlay(view);
  return last === null || last.status === "void"
    ? { round: view.betting.round ?? "", dealer: NO_HAND, seats: [], isLast: false }
    : handsOfLastRound(view, last);
}

function handsInPlay(view: TableView): BlackjackHands {
  const hands = view.hand_states.map((handState): BlackjackHand => {
    const cards = (view.hands[handState.hand] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
    return {
      ...NO_HAND,
      name: handState.hand,
      seat: handState.seat,
      handNumber: parseHandId(handState.hand).handNumber ?? 1,
      cards,
      total: cards.length === 0 ? null : handState.total,
      isSoft: handState.is_soft,
      state: handState.state as HandState,
      stakeCents: handState.stake_cents,
    };
  });
  return groupBySeat(view.betting.round ?? "", hands, false);
}

/** Returns the hands of a finished round with the result of each. */
export function handsOfLastRound(view: Pick<TableView, "wagers">, last: LastRound): BlackjackHands {
  const main = mainWager(view);
  const hands = Object.entries(last.cards).map(([name, cards]): BlackjackHand => {
    const { seat, handNumber } = parseHandId(name);
    const results = resultsOf(last, seat, handNumber, main);
    const { total, isSoft } = handTotal(cards);
    const outcome = outcomeOf(results);
    const together = ownSum(last, results[0]) ?? results[0];
    const sums = { stakeCents: together?.cents ?? 0, netCents: together?.net_cents ?? 0 };
    const shownCards = cards.map((card, index) => ({ nth: index + 1, card }));
    return {
      ...NO_HAND,
      name,
      seat,
      handNumber: handNumber ?? 1,
      cards: shownCards,
      total,
      isSoft,
      state: finalState(cards, handNumber, outcome, sums),
      outcome,
      ...sums,
    };
  });
  return groupBySeat(last.round, hands, true);
}

function groupBySeat(round: string, hands: readonly BlackjackHand[], isLast: boolean): BlackjackHands {
  const seatNumbers = [...new Set(hands.flatMap((hand) => (hand.seat === null ? [] : [hand.seat])))];
  const seats = seatNumbers.map((seat) => {
    const seatHands = hands.filter((hand) => hand.seat === seat);
    return { seat, hands: seatHands.map((hand) => ({ ...hand, handCount: seatHands.length })) };
  });
  return { round, dealer: hands.find((hand) => hand.seat === null) ?? NO_HAND, seats, isLast };
}

/** Returns the id of the main wager: the line wager that is placed before the deal. */
export function mainWager(view: Pick<TableView, "wagers">): string {
  return view.wagers.find((wager) => wager.group === "line" && !wager.is_placed_during_round)?.id ?? "";
}

/** Returns the viewer's results of a hand; without any, the first result, because all bettors on a hand have the same outcome. */
function resultsOf(last: LastRound, seat: number | null, handNumber: number | null, main: string): Result[] {
  const isOfHand = (result: Result): boolean => result.seat === seat && result.wager === main && (result.hand ?? 1) === (handNumber ?? 1);
  const own = (last.player?.results ?? []).filter(isOfHand);
  return own.length > 0 ? own : (last.results ?? []).filter(isOfHand).slice(0, 1);
}

/** The sum of the viewer's chips on the wager and hand of a result; undefined if the viewer has none there. */
const ownSum = (last: LastRound, result: Result | undefined): WagerSum | undefined =>
  result && last.player?.wagers.find(({ seat, hand, wager }) => seat === result.seat && hand === result.hand && wager === result.wager);
const outcomeOf = (results: readonly Result[]): Result["result"] | null => results[0]?.result ?? null;

/** Derives the state of a hand from its cards and money: the server does not send the states of a finished round. */
function finalState(
  cards: readonly string[],
  handNumber: number | null,
  outcome: Result["result"] | null,
  sums: { stakeCents: number; netCents: number },
): HandState {
  const { total } = handTotal(cards);
  if (outcome === "win" && total === 31) return "31";
  if (outcome === "lose" && sums.netCents > -sums.stakeCents) return "surrendered";
  if (total > 21) return "broke";
  return handNumber === null && isNatural(cards) ? "natural" : "stood";
}

/** Total of a hand. It is soft if an ace counts 11. */
export type HandTotal = { total: number; isSoft: boolean };

/** Returns the value of a card: 1 for an ace, 10 for tens and face cards. */
export function cardValue(card: string): number {
  const index = "A23456789".indexOf(card[0] ?? "");
  return index < 0 ? 10 : index + 1;
}

export function handTotal(cards: readonly string[]): HandTotal {
  const hard = cards.reduce((sum, card) => sum + cardValue(card), 0);
  const isSoft = hard <= 11 && cards.some((card) => cardValue(card) === 1);
  return { total: isSoft ? hard + 10 : hard, isSoft };
}

export function isNatural(cards: readonly string[]): boolean {
  return cards.length === 2 && handTotal(cards).total === 21;
}
