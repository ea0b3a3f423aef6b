import { change } from "../../lib/money";
import type { LastRound, TableView } from "../../lib/types";
import { listed } from "../../terminal/listed";
import { netAt, type LyingCard } from "../../ui/felt";
import { madeOf, type Made } from "../../ui/made/made";
import { endName, pointsTold, readHand, ROWS, t, type Row } from "./words";

export type LaidRow = { row: Row; cards: LyingCard[]; made: Made | null };
/** A seat: its chips, how its hand stands, and its rows as far as they are seen. */
export type ThirteenSeat = {
  seat: number;
  own: boolean;
  /** Nobody: a demonstration's company. */
  isBot: boolean;
  isIn: boolean;
  isOut: boolean;
  stack: number;
  state: string;
  position: string;
  rows: LaidRow[];
  /** How many of its cards lie there unseen, before they are laid. */
  held: number;
  points: number | null;
  net: number | null;
};
export type ThirteenFelt = { round: string; isLast: boolean; seats: ThirteenSeat[] };

type Cards = Readonly<Record<string, readonly { nth: number; card: string | null }[]>>;

function rowsOf(cards: Cards, made: TableView["hand_values"], seat: number): LaidRow[] {
  return ROWS.flatMap((row) => {
    const name = `player:${seat}/${row}`;
    const lying = cards[name];
    return lying === undefined ? [] : [{ row, cards: [...lying], made: madeOf(made[name]) }];
  });
}

/** The hand that is dealt; between hands the one before. */
export function feltOf(view: TableView, last: LastRound | null): ThirteenFelt {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards: Cards = isLast ? keptCards(last.cards) : Object.fromEntries(Object.entries(view.hands).map(([name, held]) => [name, held.map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null }))]));
  const made = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats.filter((one) => one.is_taken).map(({ seat }): ThirteenSeat => {
    const stack = view.table_stakes?.stacks.find((one) => one.seat === seat);
    const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((one) => one.seat === seat) ?? null);
    const points = isLast ? factOf(last, seat, "points") : undefined;
    const ended = isLast ? factOf(last, seat, "end") : undefined;
    return {
      seat,
      own: stack?.is_own ?? false,
      isBot: stack?.is_bot ?? false,
      isIn: hand !== null || ended !== undefined,
      isOut: stack?.is_sitting_out ?? false,
      stack: stack?.in_front_cents ?? 0,
      state: hand?.state ?? (typeof ended === "string" ? ended : ""),
      position: hand?.position ?? "",
      rows: rowsOf(cards, made, seat),
      held: (cards[`player:${seat}`] ?? []).length,
      points: typeof points === "number" ? points : null,
      net: isLast ? netAt(last, seat) : null,
    };
  });
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, seats };
}

export const keptCards = (cards: Readonly<Record<string, readonly string[]>>): Cards =>
  Object.fromEntries(Object.entries(cards).map(([name, held]) => [name, held.map((card, place) => ({ nth: place + 1, card }))]));

const factOf = (last: Pick<LastRound, "facts">, seat: number, what: string): unknown => last.facts?.[`seat ${seat} ${what}`];

/** "Seat 3 has the best hand: full house". */
export function bestTold(last: Pick<LastRound, "facts">): string {
  const facts: Record<string, unknown> = last.facts ?? {};
  const best = Array.isArray(facts["best"]) ? (facts["best"] as number[]) : [];
  if (best.length === 0) return t("told.none");
  return t(best.length > 1 ? "told.best_many" : "told.best", { seats: listed(best.map(String)), hand: endName(String(facts["best_with"] ?? "")) });
}

/** What it came to for whoever looks. */
export function youTold(last: LastRound, seat: number | null): string {
  const points = seat === null ? undefined : factOf(last, seat, "points");
  if (last.player === undefined || typeof points !== "number") return "";
  return t("told.you", { points: pointsTold(points), amount: change(last.player.result_cents) });
}

/** The seats of a kept round with their rows, as they lay at the end. */
export function keptSeats(round: { cards: Readonly<Record<string, readonly string[]>>; hand_values?: TableView["hand_values"]; facts?: Readonly<Record<string, unknown>> }): { seat: number; rows: LaidRow[]; end: string; points: number | null }[] {
  const cards = keptCards(round.cards);
  const told = Object.keys(round.facts ?? {}).flatMap((fact) => /^seat (\d+) end$/.exec(fact)?.[1] ?? []);
  const shown = Object.keys(round.cards).flatMap((name) => readHand(name)?.seat ?? []);
  const seats = [...new Set([...told.map(Number), ...shown])].sort((one, other) => one - other);
  return seats.map((seat) => {
    const points = round.facts?.[`seat ${seat} points`];
    return { seat, rows: rowsOf(cards, round.hand_values ?? {}, seat), end: String(round.facts?.[`seat ${seat} end`] ?? ""), points: typeof points === "number" ? points : null };
  });
}

const HEIGHT = "23456789TJQKA";
/** From high to low, what belongs together side by side. */
export function sorted(cards: readonly string[]): string[] {
  const height = (card: string): number => HEIGHT.indexOf(card[0] ?? "");
  const many = (card: string): number => cards.filter((one) => one[0] === card[0]).length;
  return [...cards].sort((one, other) => many(other) - many(one) || height(other) - height(one));
}
