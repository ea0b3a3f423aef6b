import { formatSignedDollars } from "../../lib/money";
import type { LastRound, TableView } from "../../lib/types";
import { formatList } from "../../lib/format-list";
import { seatNetCents, type ShownCard } from "../../ui/hands-on-table";
import { madeHandFrom, type MadeHand } from "../../ui/hand-names/made-hand";
import { handStateName, pointsText, parseHandId, ROW_NAMES, t, type RowName } from "./words";

export type ThirteenRow = { row: RowName; cards: ShownCard[]; madeHand: MadeHand | null };
/** A taken seat: its chips, the state of its hand, and its rows as far as the viewer may see them. */
export type ThirteenSeat = {
  seat: number;
  isOwn: boolean;
  /** True for a simulated opponent at a demonstration table. */
  isBot: boolean;
  isInHand: boolean;
  isSittingOut: boolean;
  /** True if a hand is played or shown and the seat has no part in it. */
  isDealtOut: boolean;
  stackCents: number;
  state: string;
  position: string;
  rows: ThirteenRow[];
  /** Number of cards dealt to the seat that are not yet in rows. */
  unsetCardCount: number;
  points: number | null;
  netCents: number | null;
};
export type ThirteenCardHands = { round: string; isLast: boolean; seats: ThirteenSeat[] };

type CardsByHand = Readonly<Record<string, readonly { nth: number; card: string | null }[]>>;

function rowsOf(cards: CardsByHand, handValues: TableView["hand_values"], seat: number): ThirteenRow[] {
  return ROW_NAMES.flatMap((row) => {
    const name = `player:${seat}/${row}`;
    const shownCards = cards[name];
    return shownCards === undefined ? [] : [{ row, cards: [...shownCards], madeHand: madeHandFrom(handValues[name]) }];
  });
}

/** Returns the current hand; outside dealing the hand of `last`, if given and not void. */
export function handsOnTable(view: TableView, last: LastRound | null): ThirteenCardHands {
  const isLast = view.phase !== "dealing" && last !== null && last.status !== "void";
  const cards: CardsByHand = isLast
    ? roundCards(last.cards)
    : Object.fromEntries(
        Object.entries(view.hands).map(([name, handCards]) => [
          name,
          handCards.map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null })),
        ]),
      );
  const handValues = isLast ? (last.hand_values ?? {}) : view.hand_values;
  const seats = view.seats
    .filter((tableSeat) => tableSeat.is_taken)
    .map(({ seat }): ThirteenSeat => {
      const stack = view.table_stakes?.stacks.find((stack) => stack.seat === seat);
      const hand = isLast ? null : (view.table_stakes?.hand?.seats.find((handSeat) => handSeat.seat === seat) ?? null);
      const points = isLast ? seatFact(last, seat, "points") : undefined;
      const endState = isLast ? seatFact(last, seat, "end") : undefined;
      return {
        seat,
        isOwn: stack?.is_own ?? false,
        isBot: stack?.is_bot ?? false,
        isInHand: hand !== null || endState !== undefined,
        isSittingOut: stack?.is_sitting_out ?? false,
        isDealtOut: hand === null && endState === undefined && (isLast || view.table_stakes?.hand != null),
        stackCents: stack?.in_front_cents ?? 0,
        state: hand?.state ?? (typeof endState === "string" ? endState : ""),
        position: hand?.position ?? "",
        rows: rowsOf(cards, handValues, seat),
        unsetCardCount: (cards[`player:${seat}`] ?? []).length,
        points: typeof points === "number" ? points : null,
        netCents: isLast ? seatNetCents(last, seat) : null,
      };
    });
  return { round: isLast ? last.round : (view.betting.round ?? ""), isLast, seats };
}

export const roundCards = (cards: Readonly<Record<string, readonly string[]>>): CardsByHand =>
  Object.fromEntries(Object.entries(cards).map(([name, handCards]) => [name, handCards.map((card, place) => ({ nth: place + 1, card }))]));

const seatFact = (last: Pick<LastRound, "facts">, seat: number, what: string): unknown => last.facts?.[`seat ${seat} ${what}`];

/** Returns who had the best hand: "Seat 3 has the best hand: full house". */
export function resultSentence({ facts = {}, player }: FinishedHand): string {
  const best = Array.isArray(facts["best"]) ? (facts["best"] as number[]) : [];
  if (best.length === 0) return t("result.none");
  const hand = handStateName(String(facts["best_with"] ?? ""));
  if (best.length === 1 && best[0] === player?.results[0]?.seat) return t("result.best_own", { hand });
  return t("result.best", { count: best.length, seats: formatList(best.map(String)), hand });
}

/** The fields of a finished hand from which its result is made. `player`: the viewer's part in it. */
type FinishedHand = { facts?: Readonly<Record<string, unknown>>; player?: { results: readonly { seat: number }[] } };

/** Returns the points and the amount that the viewer won or lost; "" for a viewer who did not play. */
export function ownResultSentence(last: LastRound, seat: number | null): string {
  const points = seat === null ? undefined : seatFact(last, seat, "points");
  if (last.player === undefined || typeof points !== "number") return "";
  return t("result.you", { points: pointsText(points), amount: formatSignedDollars(last.player.result_cents) });
}

/** Returns the seats of a finished hand with rows, final state and points. */
export function seatsAtEnd(
  round: Pick<LastRound, "cards"> & Partial<Pick<LastRound, "facts" | "hand_values">>,
): { seat: number; rows: ThirteenRow[]; state: string; points: number | null }[] {
  const cards = roundCards(round.cards);
  const factSeats = Object.keys(round.facts ?? {}).flatMap((fact) => /^seat (\d+) end$/.exec(fact)?.[1] ?? []);
  const cardSeats = Object.keys(round.cards).flatMap((name) => parseHandId(name)?.seat ?? []);
  const seats = [...new Set([...factSeats.map(Number), ...cardSeats])].sort((first, second) => first - second);
  return seats.map((seat) => {
    const points = round.facts?.[`seat ${seat} points`];
    return {
      seat,
      rows: rowsOf(cards, round.hand_values ?? {}, seat),
      state: String(round.facts?.[`seat ${seat} end`] ?? ""),
      points: typeof points === "number" ? points : null,
    };
  });
}

const RANK_ORDER = "23456789TJQKA";
/** Sorts cards: equal ranks together, the most frequent rank first, then from high to low. */
export function sortCards(cards: readonly string[]): string[] {
  const rankHeight = (card: string): number => RANK_ORDER.indexOf(card[0] ?? "");
  const rankCount = (card: string): number => cards.filter((other) => other[0] === card[0]).length;
  return [...cards].sort((first, second) => rankCount(second) - rankCount(first) || rankHeight(second) - rankHeight(first));
}
