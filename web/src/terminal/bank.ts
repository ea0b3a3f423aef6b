import type { TableView } from "../lib/types";

/** The least and the most that one wager against the bank may be. */
export function betLimitsAgainstBank(view: TableView): { least: number; most: number } {
  const limits = view.wagers.filter((wager) => !wager.is_placed_during_round).map((wager) => wager.limit);
  return { least: Math.min(...limits.map((one) => one.least_cents)), most: Math.max(...limits.map((one) => one.most_cents)) };
}

/** Whether we have the bank: from our own seat with nobody behind it, or from behind another's. */
export function isViewerPlayerDealer(view: TableView): boolean {
  const bank = view.player_dealer;
  if (bank === null || bank.seat === null) return false;
  return bank.behind === null ? bank.seat === view.player?.seat : bank.behind === "you";
}

/** Whether it is we who are asked about the bank, or have it: in our seat, or from behind another's. */
export function isViewersBankTurn(view: TableView): boolean {
  const bank = view.player_dealer;
  if (bank === null || bank.behind !== null) return bank?.behind === "you";
  const seat = bank.stage === "offering" ? bank.asked : bank.seat;
  return seat !== null && seat === (view.player?.seat ?? null);
}

/** What is chosen before he chooses: what he put up for the hand before, else as much as one line wager; nothing he has not. */
export function suggestedBankCents(view: TableView, balance: number): number {
  const before = view.last_round?.bank ?? null;
  const isHis = before !== null && view.player_dealer?.stage === "banking" && before.seat === view.player_dealer.seat && isViewersBankTurn(view);
  const lines = view.wagers.filter((wager) => wager.group === "line" && !wager.is_placed_during_round);
  return Math.min(balance, isHis ? before.cents : Math.min(...lines.map((wager) => wager.limit.least_cents)));
}
