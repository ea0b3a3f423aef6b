import type { PlacedChips, RevealHolder, TableView } from "../lib/types";

/** The bank's own seat takes no wagers, and an empty one has nobody to stand behind, unless chips of ours lie there yet. */
export function canBetBehind(view: TableView, seat: number): boolean {
  const there = view.seats.find((one) => one.seat === seat);
  if (there === undefined || there.is_own || view.player_dealer?.seat === seat) return false;
  return there.is_taken || (view.player?.spots.some((spot) => spot.seat === seat) ?? false);
}

/** The seats one may bet behind; none where the rulebook takes no wager from behind, or one has the bank. */
export function seatsToBetBehind(view: TableView): number[] {
  if ((view.player?.bank_cents ?? 0) > 0 || !view.wagers.some((wager) => wager.is_backline_allowed)) return [];
  return view.seats.map((one) => one.seat).filter((seat) => canBetBehind(view, seat));
}

/** What lies at a seat, everybody's chips there. */
export function chipsAtSeat(view: TableView, seat: number): PlacedChips[] {
  return view.chips.filter((chip) => chip.seat === seat);
}

/** Whether a right or a question is ours: at our own seat, or behind another's. */
export function isHeldByViewer(view: TableView, holder: RevealHolder | null): boolean {
  if (holder === null) return false;
  return view.player?.spots.some((spot) => spot.seat === holder.seat && spot.bettor === holder.bettor) ?? false;
}
