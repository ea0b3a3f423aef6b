import { formatDollars } from "../../lib/money";
import type { LastRound, SeatInHand, TableView } from "../../lib/types";
import { seatNetCents, type ShownCard } from "../../ui/hands-on-table";
import { formatList } from "../../terminal/format-list";
import { madeHandFrom, type MadeHand } from "../../ui/hand-names/made-hand";
import { shortMadeHandName, seatNumber, t } from "./words";

/** A seat at the table: its player's chips, and his part in the hand. */
export type HoldemSeat = {
  seat: number;
  isTaken: boolean;
  isOwn: boolean;
  /** Nobody: a demonstration's company. */
  isBot: boolean;
  /** Behind, in cents. */
  stackCents: number;
  /** In front of him in this betting round. */
  betCents: number;
  /** Of the hand that is played or was played last. */
  hand: SeatInHand | null;
  isSittingOut: boolean;
  cards: ShownCard[];
  madeHand: MadeHand | null;
  /** What the last hand brought him; null while one is played, and where he was not in it. */
  netCents: number | null;
  /** The cards that make his hand, once all lie open. */
  bestCards: readonly string[] | null;
};
export type HoldemHands = {
  round: string;
  isLast: boolean;
  board: ShownCard[];
  seats: HoldemSeat[];
  buttonSeat: number | null;
};

export const BOARD = "board";
/** A card thrown in unseen. */
const HIDDEN_CARD = "??";
const shownCards = (cards: readonly string[] | undefined): ShownCard[] => (cards ?? []).map((card, place) => ({ nth: place + 1, card: card === HIDDEN_CARD ? null : card }));

/** The hand that is dealt; between hands the one before. */
export function handsOnTable(view: TableView, last: LastRound | null): HoldemHands {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards = (name: string): ShownCard[] =>
    isLast ? shownCards(last.cards[name]) : (view.hands[name] ?? []).map((one) => ({ nth: one.position_in_hand, card: one.card ?? null }));
  /** What was thrown in unseen is gone when the hand is over. */
  const held = (name: string): ShownCard[] => (isLast && cards(name).every((one) => one.card === null) ? [] : cards(name));
  const made = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats.map(({ seat, is_taken: isTaken, is_bot: isBot }): HoldemSeat => {
    const name = `player:${seat}`;
    const stack = view.table_stakes?.stacks.find((one) => one.seat === seat);
    const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((one) => one.seat === seat) ?? null);
    return {
      seat,
      isTaken,
      isBot,
      isOwn: stack?.is_own ?? false,
      stackCents: stack?.in_front_cents ?? 0,
      betCents: hand?.bet_cents ?? 0,
      hand,
      isSittingOut: stack?.is_sitting_out ?? false,
      cards: hand?.state === "folded" && stack?.is_own !== true ? [] : held(name),
      madeHand: madeHandFrom(made[name]),
      netCents: isLast ? seatNetCents(last, seat) : null,
      bestCards: made[name]?.cards.length ? made[name].cards : null,
    };
  });
  const buttonSeat = isLast ? (numberOrUndefined(last.facts?.["button"]) ?? null) : (view.table_stakes?.button ?? null);
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, board: cards(BOARD), seats, buttonSeat };
}

const numberOrUndefined = (fact: unknown): number | undefined => (typeof fact === "number" ? fact : undefined);

/** Who won a hand that is over, how much was in it, and with what. */
export type PotResult = { seats: number[]; potCents: number; feeCents: number; winningHand: MadeHand | null };

type FinishedHand = Pick<LastRound, "facts" | "cards"> & { hand_values?: LastRound["hand_values"] };

export function potResult(last: FinishedHand): PotResult {
  const facts: Record<string, unknown> = last.facts ?? {};
  const seats = Array.isArray(facts["winners"]) ? (facts["winners"] as number[]) : [];
  const shown = seats.map((seat) => `player:${seat}`).filter((name) => (last.cards[name] ?? []).every((card) => card !== HIDDEN_CARD));
  const hands = shown.map((name) => madeHandFrom(last.hand_values?.[name]));
  /** Side pots go to different hands: then none of them won it all. */
  const isOne = new Set(hands.map(shortMadeHandName)).size === 1;
  return { seats, potCents: numberOrUndefined(facts["pot_cents"]) ?? 0, feeCents: numberOrUndefined(facts["fee_cents"]) ?? 0, winningHand: facts["showdown"] === true && isOne ? (hands[0] ?? null) : null };
}

/** "Seat 3 wins $184 with kings and eights". */
export function resultSentence(last: FinishedHand): string {
  const won = potResult(last);
  if (won.seats.length === 0) return t("end.none");
  const given = { seats: formatList(won.seats.map(String)), amount: formatDollars(won.potCents), hand: shortMadeHandName(won.winningHand) };
  const many = won.seats.length > 1 ? "_many" : "";
  return won.winningHand === null ? t(`end.won${many}`, given) : t(`end.won_with${many}`, given);
}

/** Seats in the order they sit, one's own (or the lowest) first: clockwise. */
export function seatsClockwiseFrom<S extends { seat: number }>(seats: readonly S[], first: number | null): S[] {
  const at = Math.max(0, seats.findIndex((one) => one.seat === first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** The hands of a kept round that everybody saw, the board apart. */
export function seatHands(cards: Readonly<Record<string, readonly string[]>>): { seat: number; cards: ShownCard[] }[] {
  return Object.entries(cards).flatMap(([name, held]) => {
    const seat = seatNumber(name);
    return seat === null ? [] : [{ seat, cards: shownCards(held) }];
  });
}

/** What the pots of the last hands came to, in whole dollars; null before the first. */
export function averagePotCents(view: TableView): number | null {
  const pots = (view.trends.past_pots ?? []).map((one) => one.pot_cents);
  return pots.length === 0 ? null : Math.round(pots.reduce((sum, cents) => sum + cents, 0) / pots.length / 100) * 100;
}
