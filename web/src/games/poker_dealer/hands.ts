import type { Hand, LastRound, HandValue, PokerState, Result, TableView } from "../../lib/types";
import type { HandsOnTable, ShownCard } from "../../ui/hands-on-table";
import { madeHandFrom, parseHandName, type MadeHand } from "../../ui/hand-names/made-hand";

/** One hand on the felt: its cards, how its seat stands, what it is, and what came of it. */
export type DealtPokerHand = {
  name: string;
  seat: number | null;
  cards: ShownCard[];
  state: PokerState;
  /** What the one who decides has on Ante and Play, in cents. */
  stakeCents: number;
  /** What it has come to, as far as whoever looks can see all of it. */
  madeHand: MadeHand | null;
  /** The cards of hand and board that make it, once everything is turned; null before. */
  bestCards: readonly string[] | null;
  /** What came of all wagers at the seat, once they are settled; of whoever looks where he bet there. */
  netCents: number | null;
};
export type DealtPokerHands = HandsOnTable<DealtPokerHand> & {
  dealer: DealtPokerHand;
  /** Empty where the game has none. */
  board: ShownCard[];
  hasBoard: boolean;
  /** Whether the player-dealer's hand qualifies; null until it is settled. */
  hasDealerQualified: boolean | null;
};

export const DEALER_HAND = "dealer";
export const BOARD_HAND = "board";

type FamilyOnly = { game?: { family: string } } | null;

export const isHoldem = (view: FamilyOnly): boolean => view?.game?.family === "ultimate-holdem";
/** How many cards a hand has. */
export const cardsPerHand = (view: FamilyOnly): number => (isHoldem(view) ? 2 : 3);

const EMPTY_HAND: DealtPokerHand = { name: DEALER_HAND, seat: null, cards: [], state: "waiting", stakeCents: 0, madeHand: null, bestCards: null, netCents: null };

export function seatNumber(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}

/** The round that is dealt; before the first card the last one, if it is given. */
export function handsOnTable(view: TableView, last: LastRound | null): DealtPokerHands {
  if (view.phase === "dealing") return handsInPlay(view);
  if (last !== null && last.status !== "void") return handsOfFinishedRound(last);
  return { round: view.betting.round ?? "", dealer: EMPTY_HAND, board: [], hasBoard: isHoldem(view), seats: [], isLast: false, hasDealerQualified: null };
}

function handsInPlay(view: TableView): DealtPokerHands {
  const lying = (name: string): ShownCard[] => (view.hands[name] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
  const board = lying(BOARD_HAND);
  const hand = (one: Hand): DealtPokerHand => withMadeHand({ ...EMPTY_HAND, name: one.hand, seat: one.seat, cards: lying(one.hand), state: one.state as PokerState, stakeCents: one.stake_cents }, view.hand_values[one.hand]);
  const seats = view.hand_states.filter((one) => one.seat !== null).map(hand);
  const dealer = withMadeHand({ ...EMPTY_HAND, cards: lying(DEALER_HAND) }, view.hand_values[DEALER_HAND]);
  return { round: view.betting.round ?? "", dealer, board, hasBoard: isHoldem(view), seats, isLast: false, hasDealerQualified: null };
}

/** A round that is over: its cards, what the house called each hand, and what it paid. */
export function handsOfFinishedRound(last: Pick<LastRound, "round" | "cards" | "facts" | "results" | "player"> & { hand_values?: LastRound["hand_values"] }): DealtPokerHands {
  const lying = (name: string): ShownCard[] => (last.cards[name] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const board = lying(BOARD_HAND);
  const hands = Object.keys(last.cards).filter((name) => name !== BOARD_HAND);
  const made = hands.map((name): DealtPokerHand => {
    const seat = seatNumber(name);
    const results = resultsAt(last, seat);
    const called = last.facts?.[seat === null ? "dealer" : `seat ${seat}`];
    const outcome = { state: stateAtEnd(results), stakeCents: stakeCentsOf(results), netCents: results.length === 0 ? null : sumResults(results, (one) => one.net_cents) };
    const hand = withMadeHand({ ...EMPTY_HAND, name, seat, cards: lying(name), ...outcome }, last.hand_values?.[name]);
    return hand.madeHand === null && typeof called === "string" ? { ...hand, madeHand: parseHandName(called) } : hand;
  });
  const qualifies = last.facts?.["dealer_qualifies"];
  return {
    round: last.round,
    dealer: made.find((hand) => hand.seat === null) ?? EMPTY_HAND,
    board,
    hasBoard: BOARD_HAND in last.cards,
    seats: made.filter((hand) => hand.seat !== null),
    isLast: true,
    hasDealerQualified: typeof qualifies === "boolean" ? qualifies : null,
  };
}

const cardsFaceUp = (cards: readonly ShownCard[]): string[] => cards.flatMap((one) => (one.card === null ? [] : [one.card]));

/** A hand with what it has come to; once no more cards come also which count. */
function withMadeHand(hand: DealtPokerHand, made: HandValue | undefined): DealtPokerHand {
  return { ...hand, madeHand: madeHandFrom(made), bestCards: made === undefined || made.cards.length === 0 ? null : made.cards };
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

const sumResults = (results: readonly Result[], of: (one: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
const stakeCentsOf = (results: readonly Result[]): number => sumResults(results.filter((one) => one.wager === "ante" || one.wager === "play"), (one) => one.cents);

/** How many cards of the board are turned: 0, 3 or 5. */
export const openBoardCardCount = (hands: Pick<DealtPokerHands, "board">): number => cardsFaceUp(hands.board).length;

/** The player-dealer's card that everybody sees before they decide; null where none is. */
export function dealerUpCard(hands: DealtPokerHands): string | null {
  const shown = cardsFaceUp(hands.dealer.cards);
  return shown.length === 1 ? (shown[0] ?? null) : null;
}
