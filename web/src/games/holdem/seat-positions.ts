/** A position on the table, in percent of its width and height. */
export type RailPosition = { x: number; y: number };
type RailPositions = readonly RailPosition[];

const position = (x: number, y: number): RailPosition => ({ x, y });

/** Positions of nine seats, clockwise from the viewer's seat at the bottom. */
const WIDE_RAIL: RailPositions = [
  position(50, 86),
  position(22, 88),
  position(8, 61),
  position(8, 29),
  position(31, 9),
  position(69, 9),
  position(92, 29),
  position(92, 61),
  position(78, 88),
];
const TALL_RAIL: RailPositions = [
  position(50, 84),
  position(13, 48),
  position(13, 34),
  position(13, 20),
  position(34, 8),
  position(66, 8),
  position(87, 20),
  position(87, 34),
  position(87, 48),
];
const TABLE_CENTRE = position(50, 46);
/** Position of a bet between its seat (0) and the middle of the table (1). */
const BET_FRACTION = 0.36;
/** Seats below this line are beside the viewer's cards and text; their bets are placed above both. */
const LOWER_SEATS_Y = 80;
const BET_FRACTION_LOWER_SEATS = 0.56;
/** On a tall table the seat plates reach further towards the middle. */
const BET_FRACTION_TALL = 0.58;
/** On a tall table, bets of the seats above this line are placed under the seat. */
const TOP_SEATS_Y = 15;
const BET_OFFSET_TOP_SEATS = 8;

/** Returns the positions of the seats; fewer than nine seats are spread over the nine positions. */
export function seatPositions(seatCount: number, isTall: boolean): RailPosition[] {
  const rail = isTall ? TALL_RAIL : WIDE_RAIL;
  return Array.from({ length: seatCount }, (_, index) => rail[Math.round((index * rail.length) / seatCount) % rail.length] ?? TABLE_CENTRE);
}

/** Returns the position of a seat's bet. */
export function betPosition(seat: RailPosition, isTall: boolean): RailPosition {
  if (!isTall)
    return position(
      seat.x + (TABLE_CENTRE.x - seat.x) * BET_FRACTION,
      seat.y + (TABLE_CENTRE.y - seat.y) * (seat.y > LOWER_SEATS_Y ? BET_FRACTION_LOWER_SEATS : BET_FRACTION),
    );
  return seat.y < TOP_SEATS_Y
    ? position(seat.x, seat.y + BET_OFFSET_TOP_SEATS)
    : position(seat.x + (TABLE_CENTRE.x - seat.x) * BET_FRACTION_TALL, seat.y);
}
