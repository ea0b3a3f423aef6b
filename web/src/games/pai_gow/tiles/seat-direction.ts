/** Which way seats in their order go round a table of so many; null where too few are there to tell. */
export function seatDirection(seats: readonly { seat: number | null }[], all: number): "clockwise" | "counter-clockwise" | null {
  const [one, other] = seats.map((each) => each.seat);
  if (one == null || other == null || all < 3) return null;
  const forward = (other - one + all) % all;
  return forward * 2 === all ? null : forward * 2 < all ? "clockwise" : "counter-clockwise";
}
