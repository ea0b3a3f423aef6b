import type { TableView } from "../../lib/types";

/** Lowest minimum and highest maximum of the wagers against the bank, in cents. */
export function betLimitsAgainstBank(view: TableView): { least: number; most: number } {
  const limits = view.wagers.filter((wager) => !wager.is_placed_during_round).map((wager) => wager.limit);
  return { least: Math.min(...limits.map((limit) => limit.least_cents)), most: Math.max(...limits.map((limit) => limit.most_cents)) };
}

/** True if the viewer is the player-dealer, at the own seat or behind another seat. */
export function isViewerPlayerDealer(view: TableView): boolean {
  const bank = view.player_dealer;
  if (bank === null || bank.seat === null) return false;
  return bank.behind === null ? bank.seat === view.player?.seat : bank.behind === "you";
}

/** True if the viewer is offered the bank or holds it, at the own seat or behind another seat. */
export function isViewersBankTurn(view: TableView): boolean {
  const bank = view.player_dealer;
  if (bank === null || bank.behind !== null) return bank?.behind === "you";
  const seat = bank.stage === "offering" ? bank.asked : bank.seat;
  return seat !== null && seat === (view.player?.seat ?? null);
}

/** True if the last result is still shown, before the viewer is asked about the bank. `now`: server time in milliseconds. */
export function isResultShownFirst(view: TableView, now: number): boolean {
  const askFrom = view.player_dealer?.ask_from ?? null;
  return askFrom !== null && now < askFrom;
}

/**
 * What the viewer is asked about the bank: to take it, to post it again, or, without a question, to have it offered again. Null while
 * the last result is shown and if the viewer is not concerned.
 */
export function bankQuestion(view: TableView, now: number): "offered" | "post" | "idle" | null {
  const bank = view.player_dealer;
  if (bank === null || view.phase !== "between-rounds" || bank.posted_cents !== null || !view.is_running) return null;
  if (isResultShownFirst(view, now)) return null;
  if (bank.stage === "offering") return isViewersBankTurn(view) ? "offered" : null;
  if (bank.stage === "banking") return isViewersBankTurn(view) ? "post" : null;
  return (view.player?.seat ?? null) === null ? null : "idle";
}

/** Preset bank: the previous bank if the viewer keeps the bank, else the lowest line minimum; at most the balance. */
export function suggestedBankCents(view: TableView, balance: number): number {
  const before = view.last_round?.bank ?? null;
  const keepsBank =
    before !== null && view.player_dealer?.stage === "banking" && before.seat === view.player_dealer.seat && isViewersBankTurn(view);
  const lines = view.wagers.filter((wager) => wager.group === "line" && !wager.is_placed_during_round);
  return Math.min(balance, keepsBank ? before.cents : Math.min(...lines.map((wager) => wager.limit.least_cents)));
}
