import type { OptionCard } from "../../wire.http";

/** Choices for the timer settings, in the unit of each setting. */
const SECONDS_CHOICES = [5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180, 300, 600];
const CARD_MS_CHOICES = [0, 200, 350, 500, 700, 900, 1200, 1500, 2000, 3000];
const RESULT_MS_CHOICES = [1000, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000];

export const TIMER_SETTINGS = ["betting_seconds", "decision_seconds", "offer_seconds", "card_ms", "result_ms"] as const;
export type TimerSetting = (typeof TIMER_SETTINGS)[number];

/** Return the choices of a timer in its own unit, shortest first; they include the current value. */
export function timerChoices(name: TimerSetting, current: number): number[] {
  const choices = name === "card_ms" ? CARD_MS_CHOICES : name === "result_ms" ? RESULT_MS_CHOICES : SECONDS_CHOICES;
  return [...new Set([...choices, current])].sort((a, b) => a - b);
}

/** Return a timer's value in seconds: 0.9 for 900 ms. */
export function toSeconds(name: TimerSetting, value: number): number {
  return name.endsWith("_ms") ? value / 1000 : value;
}

/** Stands in a list of required steps for all steps of the rulebook, including ones added later. */
export const ALL_STEPS = "all";

export const isStepRequired = (required: string[], step: string): boolean => required.includes(ALL_STEPS) || required.includes(step);

/** Return the list with or without a step. */
export function withStep(required: string[], step: string, isRequired: boolean): string[] {
  const others = required.filter((id) => id !== step);
  return isRequired ? [...others, step] : others;
}

/** True if two lists contain the same steps, in any order. */
export const hasSameSteps = (a: string[], b: string[]): boolean => [...a].sort().join(" ") === [...b].sort().join(" ");

/** True for an option that sets a minimum or maximum, judged by its name. */
export const isLimit = (option: OptionCard): boolean => /(^|_)(min|max|least|most)(_|$)/.test(option.name);

/** Return the label of an option's choice: "half on 6" for `half-on-6`. */
export const choiceLabel = (choice: string): string => choice.replaceAll(/[-_]/g, " ");
