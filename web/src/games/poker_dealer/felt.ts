import type { Hand, LastRound, HandValue, PokerState, Result, TableView } from "../../lib/types";
import type { AnyFelt, LyingCard } from "../../ui/felt";
import { madeOf, readName, type Made } from "../../ui/made/made";

/** One hand on the felt: its cards, how its seat stands, what it is, and what came of it. */
export type PokerHand = {
  name: string;
  seat: number | null;
  cards: LyingCard[];
  state: PokerState;
  /** What the one who decides has on Ante and Play, in cents. */
  stake: number;
  /** What it has come to, as far as whoever looks can see all of it. */
  made: Made | null;
  /** The cards of hand and board that make it, once everything is turned; null before. */
  counts: readonly string[] | null;
  /** What came of all wagers at the seat, once they are settled; of whoever looks where he bet there. */
  net: number | null;
};
export type PokerFelt = AnyFelt<PokerHand> & {
  dealer: PokerHand;
  /** Empty where the game has none. */
  board: LyingCard[];
  hasBoard: boolean;
  /** Whether the player-dealer's hand qualifies; null until it is settled. */
  qualifies: boolean | null;
};

export const DEALER = "dealer";
export const BOARD = "board";

type Game = { game?: { family: string } } | null;

export const isHoldem = (view: Game): boolean => view?.game?.family === "ultimate-holdem";
/** How many cards a hand has. */
export const handSize = (view: Game): number => (isHoldem(view) ? 2 : 3);

const EMPTY: PokerHand = { name: DEALER, seat: null, cards: [], state: "waiting", stake: 0, made: null, counts: null, net: null };

export function seatOf(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}

/** The round that is dealt; before the first card the last one, if it is given. */
export function feltOf(view: TableView, last: LastRound | null): PokerFelt {
  if (view.phase === "dealing") return dealtFelt(view);
  if (last !== null && last.status !== "void") return lastFelt(last);
  return { round: view.betting.round ?? "", dealer: EMPTY, board: [], hasBoard: isHoldem(view), seats: [], isLast: false, qualifies: null };
}

function dealtFelt(view: TableView): PokerFelt {
  const lying = (name: string): LyingCard[] => (view.hands[name] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
  const board = lying(BOARD);
  const hand = (one: Hand): PokerHand => withMade({ ...EMPTY, name: one.hand, seat: one.seat, cards: lying(one.hand), state: one.state as PokerState, stake: one.stake_cents }, view.hand_values[one.hand]);
  const seats = view.hand_states.filter((one) => one.seat !== null).map(hand);
  const dealer = withMade({ ...EMPTY, cards: lying(DEALER) }, view.hand_values[DEALER]);
  return { round: view.betting.round ?? "", dealer, board, hasBoard: isHoldem(view), seats, isLast: false, qualifies: null };
}

/** A round that is over: its cards, what the house called each hand, and what it paid. */
export function lastFelt(last: Pick<LastRound, "round" | "cards" | "facts" | "results" | "player"> & { hand_values?: LastRound["hand_values"] }): PokerFelt {
  const lying = (name: string): LyingCard[] => (last.cards[name] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const board = lying(BOARD);
  const hands = Object.keys(last.cards).filter((name) => name !== BOARD);
  const made = hands.map((name): PokerHand => {
    const seat = seatOf(name);
    const results = resultsAt(last, seat);
    const called = last.facts?.[seat === null ? "dealer" : `seat ${seat}`];
    const ended = { state: stateAtEnd(results), stake: stakeOf(results), net: results.length === 0 ? null : sum(results, (one) => one.net_cents) };
    const hand = withMade({ ...EMPTY, name, seat, cards: lying(name), ...ended }, last.hand_values?.[name]);
    return hand.made === null && typeof called === "string" ? { ...hand, made: readName(called) } : hand;
  });
  const qualifies = last.facts?.["dealer_qualifies"];
  return {
    round: last.round,
    dealer: made.find((hand) => hand.seat === null) ?? EMPTY,
    board,
    hasBoard: BOARD in last.cards,
    seats: made.filter((hand) => hand.seat !== null),
    isLast: true,
    qualifies: typeof qualifies === "boolean" ? qualifies : null,
  };
}

const seen = (cards: readonly LyingCard[]): string[] => cards.flatMap((one) => (one.card === null ? [] : [one.card]));

/** A hand with what it has come to; once no more cards come also which count. */
function withMade(hand: PokerHand, made: HandValue | undefined): PokerHand {
  return { ...hand, made: madeOf(made), counts: made === undefined || made.cards.length === 0 ? null : made.cards };
}

/** Whoever looks sees what came of his own wagers there; else of its player's. */
function resultsAt(last: Pick<LastRound, "results" | "player">, seat: number | null): Result[] {
  const own = (last.player?.results ?? []).filter((one) => one.seat === seat);
  return own.length > 0 ? own : (last.results ?? []).filter((one) => one.seat === seat && one.bettor === "player");
}

function stateAtEnd(results: readonly Result[]): PokerState {
  if (results.some((one) => one.wager === "play")) return "played";
  return results.some((one) => one.wager === "ante") ? "folded" : "waiting";
}

const sum = (results: readonly Result[], of: (one: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
const stakeOf = (results: readonly Result[]): number => sum(results.filter((one) => one.wager === "ante" || one.wager === "play"), (one) => one.cents);

/** How many cards of the board are turned: 0, 3 or 5. */
export const turned = (felt: Pick<PokerFelt, "board">): number => seen(felt.board).length;

/** The player-dealer's card that everybody sees before they decide; null where none is. */
export function upCard(felt: PokerFelt): string | null {
  const shown = seen(felt.dealer.cards);
  return shown.length === 1 ? (shown[0] ?? null) : null;
}
