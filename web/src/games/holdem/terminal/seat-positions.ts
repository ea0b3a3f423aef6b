/** Where nine seats stand round the rail, in percent of the felt, clockwise from one's own at the bottom; and where their bets lie. */
export type RailPosition = { x: number; y: number };
type RailPositions = readonly RailPosition[];

const position = (x: number, y: number): RailPosition => ({ x, y });

const WIDE_RAIL: RailPositions = [position(50, 86), position(22, 88), position(8, 61), position(8, 29), position(31, 9), position(69, 9), position(92, 29), position(92, 61), position(78, 88)];
const TALL_RAIL: RailPositions = [position(50, 84), position(13, 48), position(13, 34), position(13, 20), position(34, 8), position(66, 8), position(87, 20), position(87, 34), position(87, 48)];
const TABLE_CENTRE = position(50, 46);
/** How far from the seat to the middle a bet lies. */
const BET_FRACTION = 0.36;
/** Beside one's own cards and what is told of them: a bet lies above both. */
const LOWER_SEATS_Y = 80;
const BET_FRACTION_LOWER_SEATS = 0.56;
/** On a tall felt the plates reach further in. */
const BET_FRACTION_TALL = 0.58;
const TOP_SEATS_Y = 15;
const BET_OFFSET_TOP_SEATS = 8;

/** The places of so many seats: nine stand everywhere, fewer spread over the same rail. */
export function seatPositions(seats: number, isTall: boolean): RailPosition[] {
  const ring = isTall ? TALL_RAIL : WIDE_RAIL;
  return Array.from({ length: seats }, (_, nth) => ring[Math.round((nth * ring.length) / seats) % ring.length] ?? TABLE_CENTRE);
}

/** Between a seat and the middle of the table. */
export function betPosition(seat: RailPosition, isTall: boolean): RailPosition {
  if (!isTall) return position(seat.x + (TABLE_CENTRE.x - seat.x) * BET_FRACTION, seat.y + (TABLE_CENTRE.y - seat.y) * (seat.y > LOWER_SEATS_Y ? BET_FRACTION_LOWER_SEATS : BET_FRACTION));
  return seat.y < TOP_SEATS_Y ? position(seat.x, seat.y + BET_OFFSET_TOP_SEATS) : position(seat.x + (TABLE_CENTRE.x - seat.x) * BET_FRACTION_TALL, seat.y);
}
