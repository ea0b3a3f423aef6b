/** Marks of an axis in cents: round numbers in equal steps, with zero among them. */
export type Axis = { top: number; bottom: number; marks: number[] };

const STEPS = [1, 2, 2.5, 5, 10];
const MIN_STEP_CENTS = 1000;

/** Return an axis that contains zero and all values, with about `count` steps. */
export function axisFor(values: readonly number[], count = 5): Axis {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  const rough = Math.max(MIN_STEP_CENTS, (highest - lowest) / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((factor) => factor * power).find((candidate) => candidate >= rough * 0.999) ?? rough;
  const [first, last] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { top: last * step, bottom: first * step, marks };
}

/** Return the position of a value on an axis, in per cent from its lower end. */
export const positionOn = (axis: Axis, cents: number): number => (100 * (cents - axis.bottom)) / (axis.top - axis.bottom);
