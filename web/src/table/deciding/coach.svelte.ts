import { Refusal, get } from "../../lib/api";
import type { CoachResponse } from "../../wire.http";

/** Response of the coach: the value of each choice in units of the first wager, best first. */
export type Advice = CoachResponse;
export type LoadedAdvice = { questionKey: string; advice: Advice; stakeCents: number };
/** Average cost of a decision compared with the best one, in cents. */
export type DecisionCost = { choice: string; best: string; cents: number };

const STORAGE_KEY = "croupier-coach";

/** The coach of a play-money table: values of the choices and the cost of decisions. Off until the player turns it on. */
export class Coach {
  /** True at a demonstration (play-money) table of a game with decisions. */
  isAvailable = $state(false);
  private isWanted = $state(localStorage.getItem(STORAGE_KEY) === "on");
  currentAdvice = $state.raw<LoadedAdvice | null>(null);
  lastCost = $state.raw<DecisionCost | null>(null);
  error = $state.raw<Refusal | null>(null);
  private requestedKey = "";

  constructor(private readonly table: string) {}

  get isOn(): boolean {
    return this.isWanted && this.isAvailable;
  }

  setOn(on: boolean): void {
    this.isWanted = on;
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
    this.clearLastCost();
    this.currentAdvice = null;
    // Request advice early: the server then has the game calculated when the first decision comes.
    if (on) void get(`/api/tables/${this.table}/coach`).catch((refusal: unknown) => this.setError(refusal));
  }

  /** Load the advice for the open question. `stakeCents`: the first wager. */
  async loadAdvice(questionKey: string, stakeCents: number): Promise<void> {
    if (!this.isOn || this.requestedKey === questionKey) return;
    this.requestedKey = questionKey;
    try {
      const advice = await get(`/api/tables/${this.table}/coach`);
      if (advice !== null && this.requestedKey === questionKey && questionKey.endsWith(` ${advice.seat} ${advice.question}`))
        this.currentAdvice = { questionKey, advice, stakeCents };
      this.error = null;
    } catch (refusal) {
      this.setError(refusal);
    }
  }

  /** Calculate the cost of the player's decision. `share`: the part of the maximum amount that was put up. */
  recordDecision(choice: string, share = 1): void {
    const { currentAdvice } = this;
    if (!this.isOn || currentAdvice === null || currentAdvice.questionKey !== this.requestedKey) return;
    const { advice, stakeCents } = currentAdvice;
    const cost = (advice.options[0]?.value ?? 0) - choiceValue(advice, choice, share);
    this.lastCost = { choice, best: advice.best, cents: Math.max(0, Math.round(cost * stakeCents)) };
    this.currentAdvice = null;
  }

  clearLastCost(): void {
    this.lastCost = null;
  }

  private setError(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    this.error = refusal instanceof Refusal && code !== "network/away" ? refusal : null;
  }
}

/** Value of a choice. Doubling or insuring for less counts in proportion. */
export function choiceValue(advice: Advice, choice: string, share: number): number {
  const valueOf = (choice: string): number => advice.options.find((option) => option.do === choice)?.value ?? 0;
  if (choice === "double-down") return (valueOf(choice) / 2) * (1 + share);
  if (choice === "insure") return valueOf("decline") + (valueOf(choice) - valueOf("decline")) * share;
  return valueOf(choice);
}
