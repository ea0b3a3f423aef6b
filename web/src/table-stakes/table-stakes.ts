import type { BuyIn, Stack, TableView } from "../lib/types";
import { formatDollars } from "../lib/money";
import type { StatusLine } from "../terminal/status-line";
import { t } from "./words";

/** The chips of whoever looks; null where he has no seat, or where players bet against a bank. */
export const ownStack = (view: TableView): Stack | null => view.table_stakes?.stacks.find((one) => one.is_own) ?? null;

/** Whether chips may be bought now: between hands, in some games also before the showdown. */
export const canBuyChips = (view: TableView): boolean => ownStack(view)?.may_add === true;

/** Whether there is no seat to take. */
export const isTableFull = (view: TableView): boolean => view.seats.every((seat) => seat.is_taken);

export const ownWaitingPosition = (view: TableView): number | null => view.table_stakes?.waiting.find((one) => one.is_own)?.position ?? null;

/** What may be bought with what credit there is, in whole chips; null where the credit does not reach the least. */
export function buyInRange(buyIn: BuyIn, stack: number, credit: number): { least: number; most: number } | null {
  const whole = (cents: number): number => cents - (cents % buyIn.chip_cents);
  const least = Math.max(buyIn.chip_cents, buyIn.least_cents - stack);
  const most = whole(Math.min(credit, buyIn.most_cents === null ? credit : buyIn.most_cents - stack));
  return most < least ? null : { least, most };
}

/** Between two hands: what the table waits for, and what whoever looks can do about it. */
export function betweenHandsStatus(view: TableView): StatusLine | null {
  const { table_stakes: stakes } = view;
  if (stakes === undefined || view.phase !== "between-rounds" || !view.is_running) return null;
  const own = ownStack(view);
  if (own !== null && own.cents === 0) return { main: t("status.buy"), next: t("status.buy_next"), tone: "loud" };
  if (own?.is_sitting_out) return { main: t("status.out"), next: t("status.out_next", { amount: formatDollars(own.cents) }) };
  if (!stakes.can_start_hand) return { main: t("status.players"), next: t("status.players_next", { count: stakes.least_players }) };
  return { main: t("status.next"), next: t(view.mode === "automated" ? "status.next_soon" : "status.next_dealer") };
}
