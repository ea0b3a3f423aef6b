import type { HandState, LastRound, Result, TableView } from "../../lib/types";
import type { AnyFelt, LyingCard } from "../../ui/felt";
import { count, isNatural } from "./count";

/** One hand on the felt: which of how many of its seat, its cards, how it stands, and what came of it. */
export type Hand = {
  name: string;
  seat: number | null;
  nth: number;
  of: number;
  cards: LyingCard[];
  total: number | null;
  soft: boolean;
  state: HandState;
  stake: number;
  /** What it ended in, once it is settled. */
  ended: Result["result"] | null;
  net: number;
};
export type Seat = { seat: number; hands: Hand[] };
export type Felt = AnyFelt<Seat> & { dealer: Hand };

const EMPTY: Hand = { name: "dealer", seat: null, nth: 1, of: 1, cards: [], total: null, soft: false, state: "waiting", stake: 0, ended: null, net: 0 };

/** The hand's seat and its place there: "player:2/3" is seat 2's third. */
export function partsOf(name: string): { seat: number | null; nth: number | null } {
  const match = /^player:(\d+)(?:\/(\d+))?$/.exec(name);
  return match === null ? { seat: null, nth: null } : { seat: Number(match[1]), nth: match[2] === undefined ? null : Number(match[2]) };
}

/** The round that is dealt; before the first card the last one, if it is given. */
export function feltOf(view: TableView, last: LastRound | null): Felt {
  if (view.phase === "dealing") return dealtFelt(view);
  return last === null || last.status === "void" ? { round: view.betting.round ?? "", dealer: EMPTY, seats: [], isLast: false } : lastFelt(view, last);
}

function dealtFelt(view: TableView): Felt {
  const hands = view.hand_states.map((one): Hand => {
    const cards = (view.hands[one.hand] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
    return { ...EMPTY, name: one.hand, seat: one.seat, nth: partsOf(one.hand).nth ?? 1, cards, total: cards.length === 0 ? null : one.total, soft: one.is_soft, state: one.state as HandState, stake: one.stake_cents };
  });
  return together(view.betting.round ?? "", hands, false);
}

/** A round that is over: its cards, and what the house paid on each hand. */
export function lastFelt(view: Pick<TableView, "wagers">, last: LastRound): Felt {
  const main = mainWager(view);
  const hands = Object.entries(last.cards).map(([name, cards]): Hand => {
    const { seat, nth } = partsOf(name);
    const results = resultsOf(last, seat, nth, main);
    const { total, soft } = count(cards);
    const ended = endOf(results);
    const sums = { stake: sum(results, (one) => one.cents), net: sum(results, (one) => one.net_cents) };
    const lying = cards.map((card, place) => ({ nth: place + 1, card }));
    return { ...EMPTY, name, seat, nth: nth ?? 1, cards: lying, total, soft, state: stateAtEnd(cards, nth, ended, sums), ended, ...sums };
  });
  return together(last.round, hands, true);
}

function together(round: string, hands: readonly Hand[], isLast: boolean): Felt {
  const numbers = [...new Set(hands.flatMap((hand) => (hand.seat === null ? [] : [hand.seat])))];
  const seats = numbers.map((seat) => {
    const its = hands.filter((hand) => hand.seat === seat);
    return { seat, hands: its.map((hand) => ({ ...hand, of: its.length })) };
  });
  return { round, dealer: hands.find((hand) => hand.seat === null) ?? EMPTY, seats, isLast };
}

/** The wager that is played with: the one line that is bet before the cards. */
export function mainWager(view: Pick<TableView, "wagers">): string {
  return view.wagers.find((wager) => wager.group === "line" && !wager.is_placed_during_round)?.id ?? "";
}

/** Whoever bets behind a seat ends as its player does: the first result of a hand tells it. One's own comes first. */
function resultsOf(last: LastRound, seat: number | null, nth: number | null, main: string): Result[] {
  const isHere = (one: Result): boolean => one.seat === seat && one.wager === main && (one.hand ?? 1) === (nth ?? 1);
  const own = (last.player?.results ?? []).filter(isHere);
  return own.length > 0 ? own : (last.results ?? []).filter(isHere).slice(0, 1);
}

const sum = (results: readonly Result[], of: (one: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
const endOf = (results: readonly Result[]): Result["result"] | null => results[0]?.result ?? null;

function stateAtEnd(cards: readonly string[], nth: number | null, ended: Result["result"] | null, sums: { stake: number; net: number }): HandState {
  const { total } = count(cards);
  if (ended === "win" && total === 31) return "31";
  if (ended === "lose" && sums.net > -sums.stake) return "surrendered";
  if (total > 21) return "broke";
  return nth === null && isNatural(cards) ? "natural" : "stood";
}
