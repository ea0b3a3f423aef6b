/** Lists a table is set up from. What is in force is always on them, whatever it is. */
const SECONDS = [5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180, 300, 600];
const CARD_MS = [0, 200, 350, 500, 700, 900, 1200, 1500, 2000, 3000];
const RESULT_MS = [1000, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000];

export const CLOCKS = ["betting_seconds", "decision_seconds", "offer_seconds", "card_ms", "result_ms"] as const;
export type ClockName = (typeof CLOCKS)[number];

/** What a clock may be set to, in its own unit, the shortest first. */
export function timesOf(name: ClockName, now: number): number[] {
  const usual = name === "card_ms" ? CARD_MS : name === "result_ms" ? RESULT_MS : SECONDS;
  return [...new Set([...usual, now])].sort((one, other) => one - other);
}

/** A clock's time as a person says it, in seconds: 0.9 for 900 ms. */
export function inSeconds(name: ClockName, value: number): number {
  return name.endsWith("_ms") ? value / 1000 : value;
}

export type Option = { name: string; title: string; value: string; default: string; is_changed: boolean; cite: string; kind: string; choices: string[] };
/** A step of the rulebook's procedure: what is done with the cards before they are dealt. */
export type StepOffered = { id: string; title: string; text: string; when: "day" | "opening" | "shoe" | "hand" | "dealt" | "burn" | "idle"; cite: string };
export type RulesCard = { title: string; options: Option[]; collection: { available: (string | number)[] } | null; steps: StepOffered[] };

/** In a list of required steps: every one the rulebook has, whatever it will have later. */
export const EVERY_STEP = "all";

export const isRequired = (required: string[], step: string): boolean => required.includes(EVERY_STEP) || required.includes(step);

/** The list with a step on it, or without. */
export function withStep(required: string[], step: string, wanted: boolean): string[] {
  const others = required.filter((one) => one !== step);
  return wanted ? [...others, step] : others;
}

/** Whether two lists ask for the same, in whatever order. */
export const sameSteps = (one: string[], other: string[]): boolean => [...one].sort().join(" ") === [...other].sort().join(" ");

export const isLimit = (option: Option): boolean => /(^|_)(min|max|least|most)(_|$)/.test(option.name);

/** What an option is called on the list: "half on 6". */
export const inPlainWords = (choice: string): string => choice.replaceAll(/[-_]/g, " ");
