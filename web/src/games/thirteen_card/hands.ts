import { formatSignedDollars } from "../../lib/money";
import type { LastRound, TableView } from "../../lib/types";
import { formatList } from "../../terminal/format-list";
import { seatNetCents, type ShownCard } from "../../ui/hands-on-table";
import { madeHandFrom, type MadeHand } from "../../ui/hand-names/made-hand";
import { handStateName, pointsText, parseHandId, ROW_NAMES, t, type RowName } from "./words";

export type ThirteenRow = { row: RowName; cards: ShownCard[]; madeHand: MadeHand | null };
/** A seat: its chips, how its hand stands, and its rows as far as they are seen. */
export type ThirteenSeat = {
  seat: number;
  isOwn: boolean;
  /** Nobody: a demonstration's company. */
  isBot: boolean;
  isInHand: boolean;
  isSittingOut: boolean;
  stackCents: number;
  state: string;
  position: string;
  rows: ThirteenRow[];
  /** How many of its cards lie there unseen, before they are laid. */
  unsetCardCount: number;
  points: number | null;
  netCents: number | null;
};
export type ThirteenCardHands = { round: string; isLast: boolean; seats: ThirteenSeat[] };

type CardsByHand = Readonly<Record<string, readonly { nth: number; card: string | null }[]>>;

function rowsOf(cards: CardsByHand, made: TableView["hand_values"], seat: number): ThirteenRow[] {
  return ROW_NAMES.flatMap((row) => {
    const name = `player:${seat}/${row}`;
    const lying = cards[name];
    return lying === undefined ? [] : [{ row, cards: [...lying], madeHand: madeHandFrom(made[name]) }];
  });
}

/** The hand that is dealt; between hands the one before. */
export function handsOnTable(view: TableView, last: LastRound | null): ThirteenCardHands {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards: CardsByHand = isLast ? roundCards(last.cards) : Object.fromEntries(Object.entries(view.hands).map(([name, held]) => [name, held.map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null }))]));
  const made = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats.filter((one) => one.is_taken).map(({ seat }): ThirteenSeat => {
    const stack = view.table_stakes?.stacks.find((one) => one.seat === seat);
    const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((one) => one.seat === seat) ?? null);
    const points = isLast ? seatFact(last, seat, "points") : undefined;
    const ended = isLast ? seatFact(last, seat, "end") : undefined;
    return {
      seat,
      isOwn: stack?.is_own ?? false,
      isBot: stack?.is_bot ?? false,
      isInHand: hand !== null || ended !== undefined,
      isSittingOut: stack?.is_sitting_out ?? false,
      stackCents: stack?.in_front_cents ?? 0,
      state: hand?.state ?? (typeof ended === "string" ? ended : ""),
      position: hand?.position ?? "",
      rows: rowsOf(cards, made, seat),
      unsetCardCount: (cards[`player:${seat}`] ?? []).length,
      points: typeof points === "number" ? points : null,
      netCents: isLast ? seatNetCents(last, seat) : null,
    };
  });
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, seats };
}

export const roundCards = (cards: Readonly<Record<string, readonly string[]>>): CardsByHand =>
  Object.fromEntries(Object.entries(cards).map(([name, held]) => [name, held.map((card, place) => ({ nth: place + 1, card }))]));

const seatFact = (last: Pick<LastRound, "facts">, seat: number, what: string): unknown => last.facts?.[`seat ${seat} ${what}`];

/** "Seat 3 has the best hand: full house". */
export function resultSentence(last: Pick<LastRound, "facts">): string {
  const facts: Record<string, unknown> = last.facts ?? {};
  const best = Array.isArray(facts["best"]) ? (facts["best"] as number[]) : [];
  if (best.length === 0) return t("result.none");
  return t(best.length > 1 ? "result.best_many" : "result.best", { seats: formatList(best.map(String)), hand: handStateName(String(facts["best_with"] ?? "")) });
}

/** What it came to for whoever looks. */
export function ownResultSentence(last: LastRound, seat: number | null): string {
  const points = seat === null ? undefined : seatFact(last, seat, "points");
  if (last.player === undefined || typeof points !== "number") return "";
  return t("result.you", { points: pointsText(points), amount: formatSignedDollars(last.player.result_cents) });
}

/** The seats of a kept round with their rows, as they lay at the end. */
export function seatsAtEnd(round: { cards: Readonly<Record<string, readonly string[]>>; hand_values?: TableView["hand_values"]; facts?: Readonly<Record<string, unknown>> }): { seat: number; rows: ThirteenRow[]; state: string; points: number | null }[] {
  const cards = roundCards(round.cards);
  const told = Object.keys(round.facts ?? {}).flatMap((fact) => /^seat (\d+) end$/.exec(fact)?.[1] ?? []);
  const shown = Object.keys(round.cards).flatMap((name) => parseHandId(name)?.seat ?? []);
  const seats = [...new Set([...told.map(Number), ...shown])].sort((one, other) => one - other);
  return seats.map((seat) => {
    const points = round.facts?.[`seat ${seat} points`];
    return { seat, rows: rowsOf(cards, round.hand_values ?? {}, seat), state: String(round.facts?.[`seat ${seat} end`] ?? ""), points: typeof points === "number" ? points : null };
  });
}

const RANK_ORDER = "23456789TJQKA";
/** From high to low, what belongs together side by side. */
export function sortCards(cards: readonly string[]): string[] {
  const height = (card: string): number => RANK_ORDER.indexOf(card[0] ?? "");
  const many = (card: string): number => cards.filter((one) => one[0] === card[0]).length;
  return [...cards].sort((one, other) => many(other) - many(one) || height(other) - height(one));
}
