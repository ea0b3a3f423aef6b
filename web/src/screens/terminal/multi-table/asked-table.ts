import { isViewersBankTurn } from "../../../table/betting/bank";
import { bankOfferCountdown, clockTime, decisionCountdown } from "../../../table/betting/countdowns";
import type { TableView } from "../../../lib/types";
import type { TableSession } from "../table-session.svelte";

/** True if the player must do something that only the full table offers: accept the bank, set a hand or reveal cards. */
export const needsFullTable = (view: TableView): boolean =>
  (view.player_dealer?.stage === "offering" && isViewersBankTurn(view)) ||
  (view.arrangements?.requests.some((request) => request.is_own) ?? false) ||
  (view.reveal?.by != null && view.reveal.by.seat === view.player?.seat);

/** True if the table waits for this player. */
export const asksPlayer = (view: TableView): boolean =>
  (view.decision?.questions.some((question) => question.is_own) ?? false) || needsFullTable(view);

/** Returns the table that waits for this player, and the seconds left; of several, the one whose time ends first. Null if none waits. */
export function askedTable(tables: readonly TableSession[]): { number: number; seconds: number } | null {
  const asked = tables.flatMap(({ live: { view }, clock }) => {
    if (view === null || !asksPlayer(view)) return [];
    const time = clockTime(view, clock.now);
    const leftMs = (decisionCountdown(view, time) ?? bankOfferCountdown(view, time))?.leftMs ?? 0;
    return [{ number: view.number, seconds: Math.max(0, Math.ceil(leftMs / 1000)) }];
  });
  return asked.sort((left, right) => left.seconds - right.seconds)[0] ?? null;
}
