/** Positions of the pips of a die on a face of 60 by 60. */
const [NEAR, MIDDLE, FAR] = [16, 30, 44];
export const DIE_PIPS: Readonly<Record<number, readonly (readonly [x: number, y: number])[]>> = {
  1: [[MIDDLE, MIDDLE]],
  2: [
    [NEAR, NEAR],
    [FAR, FAR],
  ],
  3: [
    [NEAR, NEAR],
    [MIDDLE, MIDDLE],
    [FAR, FAR],
  ],
  4: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  5: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [MIDDLE, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  6: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
};

/** CSS rotation that puts a face on its side of the cube; opposite faces add up to seven. */
export const FACE_ROTATION: Readonly<Record<number, string>> = {
  1: "rotateY(0deg)",
  6: "rotateY(180deg)",
  2: "rotateY(90deg)",
  5: "rotateY(-90deg)",
  3: "rotateX(90deg)",
  4: "rotateX(-90deg)",
};

/** CSS rotation of the whole cube that turns a face to the front. */
export const ROTATION_TO_FRONT: Readonly<Record<number, string>> = {
  1: "rotateY(0deg)",
  6: "rotateY(180deg)",
  2: "rotateY(-90deg)",
  5: "rotateY(90deg)",
  3: "rotateX(-90deg)",
  4: "rotateX(90deg)",
};
