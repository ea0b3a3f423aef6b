import type { BuyIn, LastRound, SettledHand, SettledSeat, Stack, TableView } from "../../lib/types";
import { formatDollars } from "../../lib/money";
import { formatCount } from "../../lib/numbers";
import type { StatusLine } from "../betting/status-line";
import { t } from "./words";

/** Return the viewer's stack; null without a seat, and in games that are not table-stakes games. */
export const ownStack = (view: TableView): Stack | null => view.table_stakes?.stacks.find((stack) => stack.is_own) ?? null;

/** True if the viewer may buy chips now: between hands, and in some games also before the showdown. */
export const canBuyChips = (view: TableView): boolean => ownStack(view)?.may_add === true;

export const isTableFull = (view: TableView): boolean => view.seats.every((seat) => seat.is_taken);

export const ownWaitingPosition = (view: TableView): number | null =>
  view.table_stakes?.waiting.find((entry) => entry.is_own)?.position ?? null;

/** Return how much the player can buy in whole chips; null if the balance is less than the minimum. */
export function buyInRange(buyIn: BuyIn, stackCents: number, balanceCents: number): { minCents: number; maxCents: number } | null {
  const roundDownToChip = (cents: number): number => cents - (cents % buyIn.chip_cents);
  const minCents = Math.max(buyIn.chip_cents, buyIn.least_cents - stackCents);
  const maxCents = roundDownToChip(Math.min(balanceCents, buyIn.most_cents === null ? balanceCents : buyIn.most_cents - stackCents));
  return maxCents < minCents ? null : { minCents, maxCents };
}

/** Return the status line between two hands: what the table waits for and what the viewer can do; null at other times. */
export function betweenHandsStatus(view: TableView): StatusLine | null {
  const { table_stakes: stakes } = view;
  if (stakes === undefined || view.phase !== "between-rounds" || !view.is_running) return null;
  const own = ownStack(view);
  if (own === null)
    return {
      main: t("status.watch"),
      next: isTableFull(view) ? t("status.full_next") : t("status.watch_next", { least: formatDollars(stakes.buy_in.least_cents) }),
    };
  if (own.cents === 0) return { main: t("status.buy"), next: t("status.buy_next"), tone: "loud" };
  if (own.is_sitting_out) return { main: t("status.out"), next: t("status.out_next", { amount: formatDollars(own.cents) }) };
  if (!stakes.can_start_hand) return { main: t("status.players"), next: t("status.players_next", { count: stakes.least_players }) };
  return { main: t("status.next"), next: t(view.mode === "automated" ? "status.next_soon" : "status.next_dealer") };
}

/** Return how many seats are taken and how many players wait for one. */
export function seatsTakenText(view: TableView): string {
  const taken = view.seats.filter((seat) => seat.is_taken).length;
  return t("past.seats", { taken, seats: view.seats.length, waiting: view.table_stakes?.waiting.length ?? 0 });
}

/** The last hand of the table and the viewer's part in it; null while a hand is played, and for a viewer who was not in it. */
export type OwnSettledHand = { hand: SettledHand; own: SettledSeat };

/** Return how the last hand was settled for the viewer, until the next deal. */
export function ownSettledHand(view: TableView, last: LastRound | null): OwnSettledHand | null {
  if (view.phase === "dealing" || last === null || last.status === "void") return null;
  const seat = last.player?.results[0]?.seat;
  const own = last.settled_hand?.seats.find((settled) => settled.seat === seat);
  return last.settled_hand === undefined || own === undefined ? null : { hand: last.settled_hand, own };
}

/** Return a number of points with its sign: "+8", "−1", "0". */
export const formatPoints = (points: number): string => (points > 0 ? `+${formatCount(points)}` : formatCount(points));

/** Return seconds until the next hand begins by itself; null if it waits for a dealer or for players. */
export const secondsToNextHand = (view: TableView, now: number): number | null =>
  view.betting.opens_at === null ? null : Math.max(0, Math.ceil((view.betting.opens_at - now) / 1000));
