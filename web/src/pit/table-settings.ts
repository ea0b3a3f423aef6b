/** Lists a table is set up from. What is in force is always on them, whatever it is. */
const SECONDS_CHOICES = [5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180, 300, 600];
const CARD_MS_CHOICES = [0, 200, 350, 500, 700, 900, 1200, 1500, 2000, 3000];
const RESULT_MS_CHOICES = [1000, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000];

export const TIMER_SETTINGS = ["betting_seconds", "decision_seconds", "offer_seconds", "card_ms", "result_ms"] as const;
export type TimerSetting = (typeof TIMER_SETTINGS)[number];

/** What a clock may be set to, in its own unit, the shortest first. */
export function timerChoices(name: TimerSetting, now: number): number[] {
  const usual = name === "card_ms" ? CARD_MS_CHOICES : name === "result_ms" ? RESULT_MS_CHOICES : SECONDS_CHOICES;
  return [...new Set([...usual, now])].sort((one, other) => one - other);
}

/** A clock's time as a person says it, in seconds: 0.9 for 900 ms. */
export function toSeconds(name: TimerSetting, value: number): number {
  return name.endsWith("_ms") ? value / 1000 : value;
}

export type RulebookOption = { name: string; title: string; value: string; default: string; is_changed: boolean; cite: string; kind: string; choices: string[] };
/** A step of the rulebook's procedure: what is done with the cards before they are dealt. */
export type RulebookStep = { id: string; title: string; text: string; when: "day" | "opening" | "shoe" | "hand" | "dealt" | "burn" | "idle"; cite: string };
export type RulebookSettings = { title: string; options: RulebookOption[]; collection: { available: (string | number)[] } | null; steps: RulebookStep[] };

/** In a list of required steps: every one the rulebook has, whatever it will have later. */
export const ALL_STEPS = "all";

export const isStepRequired = (required: string[], step: string): boolean => required.includes(ALL_STEPS) || required.includes(step);

/** The list with a step on it, or without. */
export function withStep(required: string[], step: string, wanted: boolean): string[] {
  const others = required.filter((one) => one !== step);
  return wanted ? [...others, step] : others;
}

/** Whether two lists ask for the same, in whatever order. */
export const hasSameSteps = (one: string[], other: string[]): boolean => [...one].sort().join(" ") === [...other].sort().join(" ");

export const isLimit = (option: RulebookOption): boolean => /(^|_)(min|max|least|most)(_|$)/.test(option.name);

/** What an option is called on the list: "half on 6". */
export const choiceLabel = (choice: string): string => choice.replaceAll(/[-_]/g, " ");
