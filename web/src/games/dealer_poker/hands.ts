import type { KeysUnder } from "../../lib/i18n.svelte";
import type { Hand, LastRound, HandValue, Result, TableView } from "../../lib/types";
import type { HandsOnTable, ShownCard } from "../../ui/hands-on-table";
import { madeHandFrom, parseHandName, type MadeHand } from "../../ui/hand-names/made-hand";
import type { words } from "./words.en";

/** State of a seat's hand: each has its word in words.en.ts. */
export type PokerState = KeysUnder<typeof words, "state.">;
/** One hand on the table: a seat's or the player-dealer's. */
export type DealtPokerHand = {
  name: string;
  seat: number | null;
  cards: ShownCard[];
  state: PokerState;
  /** Ante and Play of the player who decides. */
  stakeCents: number;
  /** Poker rank of the hand; null while the viewer cannot see all of its cards. */
  madeHand: MadeHand | null;
  /** The cards of hand and board that form the made hand; null until the server lists them. */
  bestCards: readonly string[] | null;
  /** Comparison with the player-dealer's hand; null before the showdown. */
  compared: "win" | "lose" | "tie" | null;
  /** Net result of the viewer's wagers at this seat, or else of the seat's own player; null before settlement. */
  netCents: number | null;
};
export type DealtPokerHands = HandsOnTable<DealtPokerHand> & {
  dealer: DealtPokerHand;
  /** Community cards; empty in games without a board. */
  board: ShownCard[];
  hasBoard: boolean;
  /** Null until the round is settled. */
  hasDealerQualified: boolean | null;
};

export const DEALER_HAND = "dealer";
export const BOARD_HAND = "board";

type FamilyOnly = { game?: { family: string } } | null;

export const isHoldem = (view: FamilyOnly): boolean => view?.game?.family === "ultimate-holdem";
export const cardsPerHand = (view: FamilyOnly): number => (isHoldem(view) ? 2 : 3);

const EMPTY_HAND: DealtPokerHand = {
  name: DEALER_HAND,
  seat: null,
  cards: [],
  state: "waiting",
  stakeCents: 0,
  madeHand: null,
  bestCards: null,
  compared: null,
  netCents: null,
};

export function seatNumber(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Returns the hands of the current round; outside dealing those of `last`, if given and not void. */
export function handsOnTable(view: TableView, last: LastRound | null): DealtPokerHands {
  if (view.phase === "dealing") return handsInPlay(view);
  if (last !== null && last.status !== "void") return handsOfFinishedRound(last);
  return {
    round: view.betting.round ?? "",
    dealer: EMPTY_HAND,
    board: [],
    hasBoard: isHoldem(view),
    seats: [],
    isLast: false,
    hasDealerQualified: null,
  };
}

function handsInPlay(view: TableView): DealtPokerHands {
  const shownCards = (name: string): ShownCard[] =>
    (view.hands[name] ?? []).map((card) => ({ nth: card.position_in_hand, card: card.card ?? null }));
  const board = shownCards(BOARD_HAND);
  const hand = (handState: Hand): DealtPokerHand =>
    withMadeHand(
      {
        ...EMPTY_HAND,
        name: handState.hand,
        seat: handState.seat,
        cards: shownCards(handState.hand),
        state: handState.state as PokerState,
        stakeCents: handState.stake_cents,
      },
      view.hand_values[handState.hand],
    );
  const seats = view.hand_states.filter((handState) => handState.seat !== null).map(hand);
  const dealer = withMadeHand({ ...EMPTY_HAND, cards: shownCards(DEALER_HAND) }, view.hand_values[DEALER_HAND]);
  return { round: view.betting.round ?? "", dealer, board, hasBoard: isHoldem(view), seats, isLast: false, hasDealerQualified: null };
}

/** Returns the hands of a finished round, with their names and net results. */
export function handsOfFinishedRound(
  last: Pick<LastRound, "round" | "cards" | "facts" | "results" | "player"> & Partial<Pick<LastRound, "hand_values">>,
): DealtPokerHands {
  const shownCards = (name: string): ShownCard[] => (last.cards[name] ?? []).map((card, place) => ({ nth: place + 1, card }));
  const board = shownCards(BOARD_HAND);
  const handNames = Object.keys(last.cards).filter((name) => name !== BOARD_HAND);
  const pokerHands = handNames.map((name): DealtPokerHand => {
    const seat = seatNumber(name);
    const results = resultsAt(last, seat);
    const factName = last.facts?.[seat === null ? "dealer" : `seat ${seat}`];
    const outcome = {
      state: stateAtEnd(results),
      stakeCents: stakeCentsOf(results),
      netCents: results.length === 0 ? null : sumResults(results, (result) => result.net_cents),
    };
    const hand = withMadeHand({ ...EMPTY_HAND, name, seat, cards: shownCards(name), ...outcome }, last.hand_values?.[name]);
    return hand.madeHand === null && typeof factName === "string" ? { ...hand, madeHand: parseHandName(factName) } : hand;
  });
  const qualifies = last.facts?.["dealer_qualifies"];
  return {
    round: last.round,
    dealer: pokerHands.find((hand) => hand.seat === null) ?? EMPTY_HAND,
    board,
    hasBoard: BOARD_HAND in last.cards,
    seats: pokerHands.filter((hand) => hand.seat !== null),
    isLast: true,
    hasDealerQualified: typeof qualifies === "boolean" ? qualifies : null,
  };
}

const cardsFaceUp = (cards: readonly ShownCard[]): string[] => cards.flatMap((card) => (card.card === null ? [] : [card.card]));

/** Returns the hand with its poker rank and, if the server lists them, the cards that form it. */
function withMadeHand(hand: DealtPokerHand, handValue: HandValue | undefined): DealtPokerHand {
  return {
    ...hand,
    madeHand: madeHandFrom(handValue),
    bestCards: handValue === undefined || handValue.cards.length === 0 ? null : handValue.cards,
    compared: handValue?.compared ?? null,
  };
}

/** Returns the viewer's results at a seat; without any, the results of the seat's own player. */
export function resultsAt(last: Pick<LastRound, "results" | "player">, seat: number | null): Result[] {
  const ownResults = (last.player?.results ?? []).filter((result) => result.seat === seat);
  return ownResults.length > 0 ? ownResults : (last.results ?? []).filter((result) => result.seat === seat && result.bettor === "player");
}

function stateAtEnd(results: readonly Result[]): PokerState {
  if (results.some((result) => result.wager === "play")) return "played";
  return results.some((result) => result.wager === "ante") ? "folded" : "waiting";
}

const sumResults = (results: readonly Result[], amount: (result: Result) => number): number =>
  results.reduce((total, result) => total + amount(result), 0);
const stakeCentsOf = (results: readonly Result[]): number =>
  sumResults(
    results.filter((result) => result.wager === "ante" || result.wager === "play"),
    (result) => result.cents,
  );

/** Returns the number of face-up community cards: 0, 3 or 5. */
export const openBoardCardCount = (hands: Pick<DealtPokerHands, "board">): number => cardsFaceUp(hands.board).length;

/** Returns the player-dealer's single face-up card (three-card poker); null if none or several are face up. */
export function dealerUpCard(hands: DealtPokerHands): string | null {
  const faceUp = cardsFaceUp(hands.dealer.cards);
  return faceUp.length === 1 ? (faceUp[0] ?? null) : null;
}
