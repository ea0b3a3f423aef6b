/** Returns the direction in which the first two seats follow each other round the table; null with fewer than two seats or opposite seats. */
export function seatDirection(seats: readonly { seat: number | null }[], seatCount: number): "clockwise" | "counter-clockwise" | null {
  const [first, second] = seats.map((hand) => hand.seat);
  if (first == null || second == null || seatCount < 3) return null;
  const clockwiseSteps = (second - first + seatCount) % seatCount;
  return clockwiseSteps * 2 === seatCount ? null : clockwiseSteps * 2 < seatCount ? "clockwise" : "counter-clockwise";
}
