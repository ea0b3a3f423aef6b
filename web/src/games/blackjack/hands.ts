import type { HandState, LastRound, Result, TableView } from "../../lib/types";
import type { HandsOnTable, ShownCard } from "../../ui/hands-on-table";
import { handTotal, isNatural } from "./hand-total";

/** One hand on the felt: which of how many of its seat, its cards, how it stands, and what came of it. */
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
  /** What it ended in, once it is settled. */
  outcome: Result["result"] | null;
  netCents: number;
};
export type BlackjackSeat = { seat: number; hands: BlackjackHand[] };
export type BlackjackHands = HandsOnTable<BlackjackSeat> & { dealer: BlackjackHand };

const NO_HAND: BlackjackHand = { name: "dealer", seat: null, handNumber: 1, handCount: 1, cards: [], total: null, isSoft: false, state: "waiting", stakeCents: 0, outcome: null, netCents: 0 };

/** The hand's seat and its place there: "player:2/3" is seat 2's third. */
export function parseHandId(name: string): { seat: number | null; handNumber: number | null } {
  const match = /^player:(\d+)(?:\/(\d+))?$/.exec(name);
  return match === null ? { seat: null, handNumber: null } : { seat: Number(match[1]), handNumber: match[2] === undefined ? null : Number(match[2]) };
}

/** The round that is dealt; before the first card the last one, if it is given. */
export function handsOnTable(view: TableView, last: LastRound | null): BlackjackHands {
  if (view.phase === "dealing") return handsInPlay(view);
  return last === null || last.status === "void" ? { round: view.betting.round ?? "", dealer: NO_HAND, seats: [], isLast: false } : handsOfLastRound(view, last);
}

function handsInPlay(view: TableView): BlackjackHands {
  const hands = view.hand_states.map((one): BlackjackHand => {
    const cards = (view.hands[one.hand] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
    return { ...NO_HAND, name: one.hand, seat: one.seat, handNumber: parseHandId(one.hand).handNumber ?? 1, cards, total: cards.length === 0 ? null : one.total, isSoft: one.is_soft, state: one.state as HandState, stakeCents: one.stake_cents };
  });
  return groupBySeat(view.betting.round ?? "", hands, false);
}

/** A round that is over: its cards, and what the house paid on each hand. */
export function handsOfLastRound(view: Pick<TableView, "wagers">, last: LastRound): BlackjackHands {
  const main = mainWager(view);
  const hands = Object.entries(last.cards).map(([name, cards]): BlackjackHand => {
    const { seat, handNumber } = parseHandId(name);
    const results = resultsOf(last, seat, handNumber, main);
    const { total, isSoft } = handTotal(cards);
    const outcome = outcomeOf(results);
    const sums = { stakeCents: sum(results, (one) => one.cents), netCents: sum(results, (one) => one.net_cents) };
    const lying = cards.map((card, place) => ({ nth: place + 1, card }));
    return { ...NO_HAND, name, seat, handNumber: handNumber ?? 1, cards: lying, total, isSoft, state: stateAtEnd(cards, handNumber, outcome, sums), outcome, ...sums };
  });
  return groupBySeat(last.round, hands, true);
}

function groupBySeat(round: string, hands: readonly BlackjackHand[], isLast: boolean): BlackjackHands {
  const numbers = [...new Set(hands.flatMap((hand) => (hand.seat === null ? [] : [hand.seat])))];
  const seats = numbers.map((seat) => {
    const its = hands.filter((hand) => hand.seat === seat);
    return { seat, hands: its.map((hand) => ({ ...hand, handCount: its.length })) };
  });
  return { round, dealer: hands.find((hand) => hand.seat === null) ?? NO_HAND, seats, isLast };
}

/** The wager that is played with: the one line that is bet before the cards. */
export function mainWager(view: Pick<TableView, "wagers">): string {
  return view.wagers.find((wager) => wager.group === "line" && !wager.is_placed_during_round)?.id ?? "";
}

/** Whoever bets behind a seat ends as its player does: the first result of a hand tells it. One's own comes first. */
function resultsOf(last: LastRound, seat: number | null, handNumber: number | null, main: string): Result[] {
  const isHere = (one: Result): boolean => one.seat === seat && one.wager === main && (one.hand ?? 1) === (handNumber ?? 1);
  const own = (last.player?.results ?? []).filter(isHere);
  return own.length > 0 ? own : (last.results ?? []).filter(isHere).slice(0, 1);
}

const sum = (results: readonly Result[], of: (one: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
const outcomeOf = (results: readonly Result[]): Result["result"] | null => results[0]?.result ?? null;

function stateAtEnd(cards: readonly string[], handNumber: number | null, outcome: Result["result"] | null, sums: { stakeCents: number; netCents: number }): HandState {
  const { total } = handTotal(cards);
  if (outcome === "win" && total === 31) return "31";
  if (outcome === "lose" && sums.netCents > -sums.stakeCents) return "surrendered";
  if (total > 21) return "broke";
  return handNumber === null && isNatural(cards) ? "natural" : "stood";
}
