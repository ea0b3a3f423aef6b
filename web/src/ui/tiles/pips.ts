/** Positions of the pips of the upper half of a domino 100 wide. The lower half is the same, rotated. */
const LEFT = 28;
const RIGHT = 72;
const MIDDLE = 50;
export type DominoPip = { x: number; y: number; red: boolean; large: boolean };
const PIP_POSITIONS: Readonly<Record<number, readonly (readonly [x: number, y: number])[]>> = {
  1: [[MIDDLE, 40]],
  2: [
    [LEFT, 32],
    [RIGHT, 32],
  ],
  3: [
    [LEFT, 28],
    [MIDDLE, 55],
    [RIGHT, 82],
  ],
  4: [
    [LEFT, 30],
    [RIGHT, 30],
    [LEFT, 72],
    [RIGHT, 72],
  ],
  5: [
    [LEFT, 28],
    [RIGHT, 28],
    [MIDDLE, 55],
    [LEFT, 82],
    [RIGHT, 82],
  ],
  6: [
    [LEFT, 25],
    [RIGHT, 25],
    [LEFT, 55],
    [RIGHT, 55],
    [LEFT, 85],
    [RIGHT, 85],
  ],
};

/** Return the pips of one half of a domino. Ones and fours are red; in the double six (`isTwelve`) one column is. */
export function dominoPips(half: number, isTwelve: boolean): DominoPip[] {
  return (PIP_POSITIONS[half] ?? []).map(([x, y]) => ({
    x,
    y,
    red: half === 1 || half === 4 || (isTwelve && x === LEFT),
    large: half === 1,
  }));
}

export type CircleColour = "blue" | "green" | "red";
export type TileCircle = { x: number; y: number; r: number; colour: CircleColour };
const circle = (x: number, y: number, r: number, colour: CircleColour): TileCircle => ({ x, y, r, colour });

/** Circles of each tile of 100 by 140, by tile. */
export const CIRCLES_BY_TILE: Readonly<Record<string, readonly TileCircle[]>> = {
  "1": [circle(50, 68, 36, "green")],
  "2": [circle(50, 38, 22, "green"), circle(50, 98, 22, "blue")],
  "3": [circle(26, 34, 17, "blue"), circle(50, 68, 17, "red"), circle(74, 102, 17, "green")],
  "4": [circle(29, 38, 18, "blue"), circle(71, 38, 18, "green"), circle(29, 98, 18, "green"), circle(71, 98, 18, "blue")],
  "5": [
    circle(27, 34, 16, "blue"),
    circle(73, 34, 16, "green"),
    circle(50, 68, 16, "red"),
    circle(27, 102, 16, "green"),
    circle(73, 102, 16, "blue"),
  ],
  "6": [
    circle(30, 28, 16, "green"),
    circle(70, 28, 16, "green"),
    circle(30, 70, 16, "red"),
    circle(70, 70, 16, "red"),
    circle(30, 108, 16, "red"),
    circle(70, 108, 16, "red"),
  ],
  "7": [
    circle(22, 22, 13, "green"),
    circle(50, 34, 13, "green"),
    circle(78, 46, 13, "green"),
    circle(32, 78, 14, "red"),
    circle(68, 78, 14, "red"),
    circle(32, 111, 14, "red"),
    circle(68, 111, 14, "red"),
  ],
  "8": [24, 54, 84, 114].flatMap((y) => [circle(31, y, 13.5, "blue"), circle(69, y, 13.5, "blue")]),
  "9": (
    [
      [28, "green"],
      [68, "red"],
      [108, "blue"],
    ] as const
  ).flatMap(([y, colour]) => [20, 50, 80].map((x) => circle(x, y, 13.5, colour))),
};
