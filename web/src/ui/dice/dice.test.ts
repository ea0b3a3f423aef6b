import { describe, expect, it } from "vitest";
import { DIE_PIPS, ROTATION_TO_FRONT, FACE_ROTATION } from "./faces";

type Rotation = { axis: "X" | "Y"; degrees: number };
const parseRotation = (css: string | undefined): Rotation => {
  const [, axis, degrees] = /rotate([XY])\((-?\d+)deg\)/.exec(css ?? "") ?? [];
  return { axis: axis as "X" | "Y", degrees: Number(degrees) };
};
/** Rotate a direction as CSS does: x points right, y down, z towards the viewer. */
function rotate([x, y, z]: readonly number[], { axis, degrees }: Rotation): number[] {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return axis === "Y" ? [cosine * x! + sine * z!, y!, -sine * x! + cosine * z!] : [x!, cosine * y! - sine * z!, sine * y! + cosine * z!];
}
const roundAll = (point: readonly number[]): number[] => point.map((coordinate) => Math.round(coordinate) + 0);
const FRONT = [0, 0, 1];

describe("a die", () => {
  it.each([1, 2, 3, 4, 5, 6])("turns the face with %i pips to the front", (face) => {
    expect(DIE_PIPS[face]).toHaveLength(face);
    expect(roundAll(rotate(rotate(FRONT, parseRotation(FACE_ROTATION[face])), parseRotation(ROTATION_TO_FRONT[face])))).toEqual(FRONT);
  });

  it("has six different sides, and opposite sides add up to seven", () => {
    const sides = [1, 2, 3, 4, 5, 6].map((face) => roundAll(rotate(FRONT, parseRotation(FACE_ROTATION[face]))).join());
    expect(new Set(sides).size).toBe(6);
    for (const face of [1, 2, 3])
      expect(roundAll(rotate(FRONT, parseRotation(FACE_ROTATION[7 - face])).map((coordinate) => -coordinate)).join()).toBe(sides[face - 1]);
  });
});
