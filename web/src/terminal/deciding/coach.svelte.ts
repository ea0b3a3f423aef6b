import { Refusal, get } from "../../lib/api";

/** What each way to go on is worth, in units of the first wager, the best first. */
export type Advice = { seat: number; hand: number; question: number; best: string; options: { do: string; value: number }[]; ways?: AdvisedArrangement[] };
/** A way to lay one's cards, the best first. */
export type AdvisedArrangement = { hands: Record<string, string[]>; value: number; house_way: boolean };
export type LoadedAdvice = { questionKey: string; advice: Advice; stakeCents: number };
/** What the last decision cost on average, in cents. */
export type DecisionCost = { choice: string; best: string; cents: number };

const KEPT = "croupier-coach";

/** The coach of a play-money table: off until it is asked for. */
export class Coach {
  /** Where money is real there is none. */
  isAvailable = $state(false);
  private wished = $state(localStorage.getItem(KEPT) === "on");
  currentAdvice = $state.raw<LoadedAdvice | null>(null);
  lastCost = $state.raw<DecisionCost | null>(null);
  error = $state.raw<Refusal | null>(null);
  private wanted = "";

  constructor(private readonly table: string) {}

  get isOn(): boolean {
    return this.wished && this.isAvailable;
  }

  setOn(on: boolean): void {
    this.wished = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
    this.clearLastCost();
    this.currentAdvice = null;
    // Asked before anybody decides, it has the game worked out when somebody does.
    if (on) void get<Advice | null>(`/api/tables/${this.table}/coach`).catch((refusal: unknown) => this.refused(refusal));
  }

  /** Look at the question that is open now. `stake`: the first wager, in cents. */
  async loadAdvice(questionKey: string, stakeCents: number): Promise<void> {
    if (!this.isOn || this.wanted === questionKey) return;
    this.wanted = questionKey;
    try {
      const advice = await get<Advice | null>(`/api/tables/${this.table}/coach`);
      if (advice !== null && this.wanted === questionKey && questionKey.endsWith(` ${advice.seat} ${advice.question}`)) this.currentAdvice = { questionKey, advice, stakeCents };
      this.error = null;
    } catch (refusal) {
      this.refused(refusal);
    }
  }

  /** He has decided; `share`: how much of the most he put up. */
  recordDecision(choice: string, share = 1): void {
    const { currentAdvice } = this;
    if (!this.isOn || currentAdvice === null || currentAdvice.questionKey !== this.wanted) return;
    const { advice, stakeCents } = currentAdvice;
    const cost = (advice.options[0]?.value ?? 0) - choiceValue(advice, choice, share);
    this.lastCost = { choice, best: advice.best, cents: Math.max(0, Math.round(cost * stakeCents)) };
    this.currentAdvice = null;
  }

  clearLastCost(): void {
    this.lastCost = null;
  }

  private refused(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    this.error = refusal instanceof Refusal && code !== "network/away" ? refusal : null;
  }
}

/** What a decision is worth; a double for less is part of a whole one, and so is less insurance. */
export function choiceValue(advice: Advice, choice: string, share: number): number {
  const of = (word: string): number => advice.options.find((one) => one.do === word)?.value ?? 0;
  if (choice === "double-down") return (of(choice) / 2) * (1 + share);
  if (choice === "insure") return of("decline") + (of(choice) - of("decline")) * share;
  return of(choice);
}
