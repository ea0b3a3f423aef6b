/** Where nine seats stand round the rail, in percent of the felt, clockwise from one's own at the bottom; and where their bets lie. */
export type Place = { x: number; y: number };
type Ring = readonly Place[];

const at = (x: number, y: number): Place => ({ x, y });

const BROAD: Ring = [at(50, 86), at(22, 88), at(8, 61), at(8, 29), at(31, 9), at(69, 9), at(92, 29), at(92, 61), at(78, 88)];
const TALL: Ring = [at(50, 84), at(13, 48), at(13, 34), at(13, 20), at(34, 8), at(66, 8), at(87, 20), at(87, 34), at(87, 48)];
const CENTRE = at(50, 46);
/** How far from the seat to the middle a bet lies. */
const BET = 0.36;
/** Beside one's own cards and what is told of them: a bet lies above both. */
const BESIDE = 80;
const BET_BESIDE = 0.56;
/** On a tall felt the plates reach further in. */
const BET_TALL = 0.58;
const TOP = 15;
const BELOW = 8;

/** The places of so many seats: nine stand everywhere, fewer spread over the same rail. */
export function placesFor(seats: number, isTall: boolean): Place[] {
  const ring = isTall ? TALL : BROAD;
  return Array.from({ length: seats }, (_, nth) => ring[Math.round((nth * ring.length) / seats) % ring.length] ?? CENTRE);
}

/** Between a seat and the middle of the table. */
export function betPlace(seat: Place, isTall: boolean): Place {
  if (!isTall) return at(seat.x + (CENTRE.x - seat.x) * BET, seat.y + (CENTRE.y - seat.y) * (seat.y > BESIDE ? BET_BESIDE : BET));
  return seat.y < TOP ? at(seat.x, seat.y + BELOW) : at(seat.x + (CENTRE.x - seat.x) * BET_TALL, seat.y);
}
