import { describe, expect, it } from "vitest";
import { DIE_PIPS, ROTATION_TO_FRONT, FACE_ROTATION } from "./faces";

type Turn = { axis: "X" | "Y"; degrees: number };
const read = (css: string | undefined): Turn => {
  const [, axis, degrees] = /rotate([XY])\((-?\d+)deg\)/.exec(css ?? "") ?? [];
  return { axis: axis as "X" | "Y", degrees: Number(degrees) };
};
/** Where a face that looks ahead looks after a turn, as CSS turns: x to the right, y down, z to the reader. */
function turned([x, y, z]: readonly number[], { axis, degrees }: Turn): number[] {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return axis === "Y" ? [cosine * x! + sine * z!, y!, -sine * x! + cosine * z!] : [x!, cosine * y! - sine * z!, sine * y! + cosine * z!];
}
const whole = (point: readonly number[]): number[] => point.map((one) => Math.round(one) + 0);
const AHEAD = [0, 0, 1];

describe("a die", () => {
  it.each([1, 2, 3, 4, 5, 6])("shows a face of %i pips to the reader", (face) => {
    expect(DIE_PIPS[face]).toHaveLength(face);
    expect(whole(turned(turned(AHEAD, read(FACE_ROTATION[face])), read(ROTATION_TO_FRONT[face])))).toEqual(AHEAD);
  });

  it("has six sides, and opposite ones make seven", () => {
    const sides = [1, 2, 3, 4, 5, 6].map((face) => whole(turned(AHEAD, read(FACE_ROTATION[face]))).join());
    expect(new Set(sides).size).toBe(6);
    for (const face of [1, 2, 3]) expect(whole(turned(AHEAD, read(FACE_ROTATION[7 - face])).map((one) => -one)).join()).toBe(sides[face - 1]);
  });
});
