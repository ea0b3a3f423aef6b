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

/** Preset bank: the previous bank if the viewer keeps the bank, else the lowest line minimum; at most the balance. */
export function suggestedBankCents(view: TableView, balance: number): number {
  const before = view.last_round?.bank ?? null;
  const keepsBank =
    before !== null && view.player_dealer?.stage === "banking" && before.seat === view.player_dealer.seat && isViewersBankTurn(view);
  const lines = view.wagers.filter((wager) => wager.group === "line" && !wager.is_placed_during_round);
  return Math.min(balance, keepsBank ? before.cents : Math.min(...lines.map((wager) => wager.limit.least_cents)));
}
