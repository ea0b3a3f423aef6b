import { dollars } from "../../lib/money";
import type { LastRound, SeatInHand, TableView } from "../../lib/types";
import { netAt, type LyingCard } from "../../ui/felt";
import { listed } from "../../terminal/listed";
import { madeOf, type Made } from "../../ui/made/made";
import { madeShort, seatOf, t } from "./words";

/** A seat at the table: its player's chips, and his part in the hand. */
export type HoldemSeat = {
  seat: number;
  isTaken: boolean;
  own: boolean;
  /** Nobody: a demonstration's company. */
  isBot: boolean;
  /** Behind, in cents. */
  stack: number;
  /** In front of him in this betting round. */
  bet: number;
  /** Of the hand that is played or was played last. */
  hand: SeatInHand | null;
  isOut: boolean;
  cards: LyingCard[];
  made: Made | null;
  /** What the last hand brought him; null while one is played, and where he was not in it. */
  net: number | null;
  /** The cards that make his hand, once all lie open. */
  counts: readonly string[] | null;
};
export type HoldemFelt = {
  round: string;
  isLast: boolean;
  board: LyingCard[];
  seats: HoldemSeat[];
  button: number | null;
};

export const BOARD = "board";
/** A card thrown in unseen. */
const HIDDEN = "??";
const lying = (cards: readonly string[] | undefined): LyingCard[] => (cards ?? []).map((card, place) => ({ nth: place + 1, card: card === HIDDEN ? null : card }));

/** The hand that is dealt; between hands the one before. */
export function feltOf(view: TableView, last: LastRound | null): HoldemFelt {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards = (name: string): LyingCard[] =>
    isLast ? lying(last.cards[name]) : (view.hands[name] ?? []).map((one) => ({ nth: one.position_in_hand, card: one.card ?? null }));
  /** What was thrown in unseen is gone when the hand is over. */
  const held = (name: string): LyingCard[] => (isLast && cards(name).every((one) => one.card === null) ? [] : cards(name));
  const made = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats.map(({ seat, is_taken: isTaken, is_bot: isBot }): HoldemSeat => {
    const name = `player:${seat}`;
    const stack = view.table_stakes?.stacks.find((one) => one.seat === seat);
    const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((one) => one.seat === seat) ?? null);
    return {
      seat,
      isTaken,
      isBot,
      own: stack?.is_own ?? false,
      stack: stack?.in_front_cents ?? 0,
      bet: hand?.bet_cents ?? 0,
      hand,
      isOut: stack?.is_sitting_out ?? false,
      cards: hand?.state === "folded" && stack?.is_own !== true ? [] : held(name),
      made: madeOf(made[name]),
      net: isLast ? netAt(last, seat) : null,
      counts: made[name]?.cards.length ? made[name].cards : null,
    };
  });
  const button = isLast ? (numberOf(last.facts?.["button"]) ?? null) : (view.table_stakes?.button ?? null);
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, board: cards(BOARD), seats, button };
}

const numberOf = (fact: unknown): number | undefined => (typeof fact === "number" ? fact : undefined);

/** Who won a hand that is over, how much was in it, and with what. */
export type Won = { seats: number[]; pot: number; fee: number; made: Made | null };

type Over = Pick<LastRound, "facts" | "cards"> & { hand_values?: LastRound["hand_values"] };

export function wonIn(last: Over): Won {
  const facts: Record<string, unknown> = last.facts ?? {};
  const seats = Array.isArray(facts["winners"]) ? (facts["winners"] as number[]) : [];
  const shown = seats.map((seat) => `player:${seat}`).filter((name) => (last.cards[name] ?? []).every((card) => card !== HIDDEN));
  const hands = shown.map((name) => madeOf(last.hand_values?.[name]));
  /** Side pots go to different hands: then none of them won it all. */
  const isOne = new Set(hands.map(madeShort)).size === 1;
  return { seats, pot: numberOf(facts["pot_cents"]) ?? 0, fee: numberOf(facts["fee_cents"]) ?? 0, made: facts["showdown"] === true && isOne ? (hands[0] ?? null) : null };
}

/** "Seat 3 wins $184 with kings and eights". */
export function wonTold(last: Over): string {
  const won = wonIn(last);
  if (won.seats.length === 0) return t("end.none");
  const given = { seats: listed(won.seats.map(String)), amount: dollars(won.pot), hand: madeShort(won.made) };
  const many = won.seats.length > 1 ? "_many" : "";
  return won.made === null ? t(`end.won${many}`, given) : t(`end.won_with${many}`, given);
}

/** Seats in the order they sit, one's own (or the lowest) first: clockwise. */
export function roundFrom<S extends { seat: number }>(seats: readonly S[], first: number | null): S[] {
  const at = Math.max(0, seats.findIndex((one) => one.seat === first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** The hands of a kept round that everybody saw, the board apart. */
export function keptHands(cards: Readonly<Record<string, readonly string[]>>): { seat: number; cards: LyingCard[] }[] {
  return Object.entries(cards).flatMap(([name, held]) => {
    const seat = seatOf(name);
    return seat === null ? [] : [{ seat, cards: lying(held) }];
  });
}

/** What the pots of the last hands came to, in whole dollars; null before the first. */
export function averagePot(view: TableView): number | null {
  const pots = (view.trends.past_pots ?? []).map((one) => one.pot_cents);
  return pots.length === 0 ? null : Math.round(pots.reduce((sum, cents) => sum + cents, 0) / pots.length / 100) * 100;
}
