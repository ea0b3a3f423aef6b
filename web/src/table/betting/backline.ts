import type { PlacedChips, RevealHolder, TableView } from "../../lib/types";

/** True for a taken seat that is neither the viewer's nor the player-dealer's, and for an empty seat with chips of the viewer. */
export function canBetBehind(view: TableView, seat: number): boolean {
  const target = view.seats.find((candidate) => candidate.seat === seat);
  if (target === undefined || target.is_own || view.player_dealer?.seat === seat) return false;
  return target.is_taken || (view.player?.spots.some((spot) => spot.seat === seat) ?? false);
}

/** Seats that the viewer can bet behind; none if the rulebook has no backline wagers or the viewer is the bank. */
export function seatsToBetBehind(view: TableView): number[] {
  if ((view.player?.bank_cents ?? 0) > 0 || !view.wagers.some((wager) => wager.is_backline_allowed)) return [];
  return view.seats.map((candidate) => candidate.seat).filter((seat) => canBetBehind(view, seat));
}

/** Chips of all players at a seat. */
export function chipsAtSeat(view: TableView, seat: number): PlacedChips[] {
  return view.chips.filter((chip) => chip.seat === seat);
}

/** True if the holder of a right or a question is the viewer, at the own seat or behind another. */
export function isHeldByViewer(view: TableView, holder: RevealHolder | null): boolean {
  if (holder === null) return false;
  return view.player?.spots.some((spot) => spot.seat === holder.seat && spot.bettor === holder.bettor) ?? false;
}
