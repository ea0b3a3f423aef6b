import { tCommon } from "../../lib/common-words";
import { formatDollars, fractionOf } from "../../lib/money";
import type { LinkedWagers, TableView, Wager } from "../../lib/types";
import { shortTitle } from "./spot-layout";
import { t } from "../words";

/** Bets in cents, by wager id. */
export type BetsByWager = Readonly<Record<string, number>>;
/** A text that is translated when it is shown, so that it follows a change of language. */
export type LazyText = () => string;

export function totalCents(bets: BetsByWager): number {
  return Object.values(bets).reduce((sum, cents) => sum + cents, 0);
}

export function addBets(left: BetsByWager, right: BetsByWager): BetsByWager {
  return Object.entries(right).reduce<BetsByWager>((sum, [id, cents]) => ({ ...sum, [id]: (sum[id] ?? 0) + cents }), left);
}

export function isSameBets(left: BetsByWager, right: BetsByWager): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

function titles(view: TableView, ids: readonly string[]): string {
  const wagers = ids.map((id) => view.wagers.find((wager) => wager.id === id)).filter((wager) => wager !== undefined);
  return wagers.map(shortTitle).join(tCommon("list.or"));
}

/** Why the table takes no bets now, or null. */
export function bettingClosedReason(view: TableView, now: number): LazyText | null {
  if (view.phase === "closed") return () => t("state.closed");
  if (view.hold_reasons.length > 0) return () => t("state.held");
  if (view.is_paused) return () => t("state.paused");
  if (view.next_hand.free_hand) return () => t("why.free_hand");
  const { is_open, closes_at } = view.betting;
  if (view.phase === "dealing" || (closes_at !== null && now >= closes_at)) return () => t("why.no_more_bets");
  if (view.player_dealer !== null && view.player_dealer.posted_cents === null) return () => t("why.no_bank");
  return is_open ? null : () => t("why.not_open");
}

/** Why this spot cannot be used now, or null. */
export function spotClosedReason(view: TableView, wager: Wager, isBehind = false): LazyText | null {
  if (isBehind && !wager.is_backline_allowed) return () => t("why.backline", { wager: shortTitle(wager) });
  if (wager.is_locked) return () => t("why.locked", { wager: shortTitle(wager) });
  if (wager.is_meter_down) return () => t("why.meter_down", { wager: shortTitle(wager) });
  const bank = view.player_dealer?.seat ?? null;
  if (bank !== null && (view.player?.bank_cents ?? 0) > 0) return () => t("why.bank");
  if (bank !== null && !isBehind && bank === view.player?.seat && view.player_dealer?.behind === "another")
    return () => t("why.bank_behind");
  return null;
}

/** Why this stake is not allowed together with the other bets, or null. `incompleteReason` reports a stake below the minimum. */
export function betProblem(view: TableView, bets: BetsByWager, wager: Wager, isBehind = false): LazyText | null {
  return (
    spotClosedReason(view, wager, isBehind) ??
    maximumProblem(bets, wager) ??
    exclusionProblem(view, bets, wager) ??
    requirementProblem(view, bets, wager, isBehind) ??
    capProblem(view, bets, wager)
  );
}

function maximumProblem(bets: BetsByWager, wager: Wager): LazyText | null {
  const { least_cents: least, most_cents: most } = wager.limit;
  if ((bets[wager.id] ?? 0) <= most) return null;
  return least === most ? () => t("why.exactly", { amount: formatDollars(most) }) : () => t("why.maximum", { amount: formatDollars(most) });
}

function exclusionProblem(view: TableView, bets: BetsByWager, wager: Wager): LazyText | null {
  for (const other of view.wagers) {
    if (other.id === wager.id || !bets[other.id]) continue;
    const barred = wagerIds(wager.excludes).includes(other.id) || wagerIds(other.excludes).includes(wager.id);
    if (barred) return () => t("why.together", { one: shortTitle(wager), other: shortTitle(other) });
  }
  return null;
}

function wagerIds(linked: readonly LinkedWagers[]): string[] {
  return linked.flatMap((link) => link.wagers);
}

function requirementProblem(view: TableView, bets: BetsByWager, wager: Wager, isBehind: boolean): LazyText | null {
  for (const needed of wager.requires) {
    if (isBehind && needed.seated_only) continue;
    const isPresent = needed.wagers.some((id) => (bets[id] ?? 0) > 0);
    if (!isPresent) return () => t("why.needs", { wager: shortTitle(wager), others: titles(view, needed.wagers) });
  }
  return null;
}

function capProblem(view: TableView, bets: BetsByWager, wager: Wager): LazyText | null {
  for (const cap of wager.caps) {
    const others = cap.wagers.map((id) => bets[id] ?? 0);
    const most = fractionOf(cap.is_of_total ? others.reduce((sum, cents) => sum + cents, 0) : Math.max(...others), cap.share);
    if ((bets[wager.id] ?? 0) <= most) continue;
    const params = { amount: formatDollars(Math.floor(most)), share: cap.share, others: titles(view, cap.wagers) };
    return () => t(cap.share === "1" ? "why.capped" : "why.capped_share", params);
  }
  return null;
}

/** What a bet still needs before it can be sent (more chips, or another wager), or null. */
export function incompleteReason(view: TableView, bets: BetsByWager, wager: Wager, isBehind = false): LazyText | null {
  const cents = bets[wager.id] ?? 0;
  const short = wager.limit.least_cents - cents;
  if (short > 0) return () => t("why.minimum", { amount: formatDollars(wager.limit.least_cents), more: formatDollars(short) });
  return (
    requirementProblem(view, completeBets(view, bets, isBehind), wager, isBehind) ??
    capProblem(view, bets, wager) ??
    combinedMinimumReason(view, bets)
  );
}

function combinedMinimumReason(view: TableView, bets: BetsByWager): LazyText | null {
  const least = view.game.combined_minimum_cents;
  const more = least - totalCents(bets);
  return more > 0 ? () => t("why.all_together", { amount: formatDollars(least), more: formatDollars(more) }) : null;
}

/** The bets that can be sent now; empty if their total is below the table's combined minimum. The others wait on this screen. */
export function placeableBets(view: TableView, bets: BetsByWager, isBehind = false): BetsByWager {
  const placeable = completeBets(view, bets, isBehind);
  return totalCents(placeable) < view.game.combined_minimum_cents ? {} : placeable;
}

function completeBets(view: TableView, bets: BetsByWager, isBehind: boolean): BetsByWager {
  let placeable: BetsByWager = Object.fromEntries(Object.entries(bets).filter(([id, cents]) => cents >= minimumCents(view, id)));
  for (let pass = 0; pass < view.wagers.length; pass += 1) {
    const fitting = Object.entries(placeable).filter(([id]) => {
      const wager = view.wagers.find((wager) => wager.id === id);
      return wager !== undefined && betProblem(view, placeable, wager, isBehind) === null;
    });
    if (fitting.length === Object.keys(placeable).length) break;
    placeable = Object.fromEntries(fitting);
  }
  return placeable;
}

function minimumCents(view: TableView, id: string): number {
  return Math.max(1, view.wagers.find((wager) => wager.id === id)?.limit.least_cents ?? 1);
}
