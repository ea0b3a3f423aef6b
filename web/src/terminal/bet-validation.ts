import { formatDollars, fractionOf } from "../lib/money";
import type { LinkedWagers, TableView, Wager } from "../lib/types";
import { shortTitle } from "./spot-layout";
import { t } from "./words";

/** Chips by wager, in cents. */
export type BetsByWager = Readonly<Record<string, number>>;
/** A sentence in whatever language is read at the moment. */
export type LazyText = () => string;

export function totalCents(layout: BetsByWager): number {
  return Object.values(layout).reduce((sum, cents) => sum + cents, 0);
}

/** Two layouts together. */
export function addBets(one: BetsByWager, other: BetsByWager): BetsByWager {
  return Object.entries(other).reduce<BetsByWager>((sum, [id, cents]) => ({ ...sum, [id]: (sum[id] ?? 0) + cents }), one);
}

export function isSameBets(one: BetsByWager, other: BetsByWager): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

function titles(view: TableView, ids: readonly string[]): string {
  const names = ids.map((id) => view.wagers.find((wager) => wager.id === id)).filter((wager) => wager !== undefined);
  return names.map(shortTitle).join(t("list.or"));
}

/** Why the whole table takes no chips now; null while it does. */
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

/** Why this spot cannot be used by anybody now. */
export function spotClosedReason(view: TableView, wager: Wager, isBehind = false): LazyText | null {
  if (isBehind && !wager.is_backline_allowed) return () => t("why.backline", { wager: shortTitle(wager) });
  if (wager.is_locked) return () => t("why.locked", { wager: shortTitle(wager) });
  if (wager.is_meter_down) return () => t("why.meter_down", { wager: shortTitle(wager) });
  const bank = view.player_dealer?.seat ?? null;
  if (bank !== null && (view.player?.bank_cents ?? 0) > 0) return () => t("why.bank");
  if (bank !== null && !isBehind && bank === view.player?.seat && view.player_dealer?.behind === "another") return () => t("why.bank_behind");
  return null;
}

/** Why so much cannot stand on a spot beside the rest; null when it can, or could with more chips on it. */
export function betProblem(view: TableView, layout: BetsByWager, wager: Wager, isBehind = false): LazyText | null {
  return spotClosedReason(view, wager, isBehind) ?? whyTooMuch(layout, wager) ?? whyTogether(view, layout, wager) ?? whyNeeds(view, layout, wager, isBehind) ?? whyCapped(view, layout, wager);
}

function whyTooMuch(layout: BetsByWager, wager: Wager): LazyText | null {
  const { least_cents: least, most_cents: most } = wager.limit;
  if ((layout[wager.id] ?? 0) <= most) return null;
  return least === most ? () => t("why.exactly", { amount: formatDollars(most) }) : () => t("why.maximum", { amount: formatDollars(most) });
}

function whyTogether(view: TableView, layout: BetsByWager, wager: Wager): LazyText | null {
  for (const other of view.wagers) {
    if (other.id === wager.id || !layout[other.id]) continue;
    const barred = names(wager.excludes).includes(other.id) || names(other.excludes).includes(wager.id);
    if (barred) return () => t("why.together", { one: shortTitle(wager), other: shortTitle(other) });
  }
  return null;
}

function names(linked: readonly LinkedWagers[]): string[] {
  return linked.flatMap((one) => one.wagers);
}

function whyNeeds(view: TableView, layout: BetsByWager, wager: Wager, isBehind: boolean): LazyText | null {
  for (const needed of wager.requires) {
    if (isBehind && needed.seated_only) continue;
    const there = needed.wagers.some((id) => (layout[id] ?? 0) > 0);
    if (!there) return () => t("why.needs", { wager: shortTitle(wager), others: titles(view, needed.wagers) });
  }
  return null;
}

function whyCapped(view: TableView, layout: BetsByWager, wager: Wager): LazyText | null {
  for (const cap of wager.caps) {
    const others = cap.wagers.map((id) => layout[id] ?? 0);
    const most = fractionOf(cap.is_of_total ? others.reduce((sum, cents) => sum + cents, 0) : Math.max(...others), cap.share);
    if ((layout[wager.id] ?? 0) <= most) continue;
    const said = { amount: formatDollars(Math.floor(most)), share: cap.share, others: titles(view, cap.wagers) };
    return () => t(cap.share === "1" ? "why.capped" : "why.capped_share", said);
  }
  return null;
}

/** What a spot still lacks before it counts: chips up to its minimum, or the wager it goes with. */
export function incompleteReason(view: TableView, layout: BetsByWager, wager: Wager, isBehind = false): LazyText | null {
  const cents = layout[wager.id] ?? 0;
  const short = wager.limit.least_cents - cents;
  if (short > 0) return () => t("why.minimum", { amount: formatDollars(wager.limit.least_cents), more: formatDollars(short) });
  return whyNeeds(view, allowed(view, layout, isBehind), wager, isBehind) ?? whyCapped(view, layout, wager) ?? whyTooLittle(view, layout);
}

function whyTooLittle(view: TableView, layout: BetsByWager): LazyText | null {
  const least = view.game.combined_minimum_cents;
  const more = least - totalCents(layout);
  return more > 0 ? () => t("why.all_together", { amount: formatDollars(least), more: formatDollars(more) }) : null;
}

/** The part of a layout that may stand: the rest waits on this screen and is not sent. */
export function placeableBets(view: TableView, layout: BetsByWager, isBehind = false): BetsByWager {
  const kept = allowed(view, layout, isBehind);
  return totalCents(kept) < view.game.combined_minimum_cents ? {} : kept;
}

function allowed(view: TableView, layout: BetsByWager, isBehind: boolean): BetsByWager {
  let kept: BetsByWager = Object.fromEntries(Object.entries(layout).filter(([id, cents]) => cents >= least(view, id)));
  for (let pass = 0; pass < view.wagers.length; pass += 1) {
    const fitting = Object.entries(kept).filter(([id]) => {
      const wager = view.wagers.find((one) => one.id === id);
      return wager !== undefined && betProblem(view, kept, wager, isBehind) === null;
    });
    if (fitting.length === Object.keys(kept).length) break;
    kept = Object.fromEntries(fitting);
  }
  return kept;
}

function least(view: TableView, id: string): number {
  return Math.max(1, view.wagers.find((wager) => wager.id === id)?.limit.least_cents ?? 1);
}
