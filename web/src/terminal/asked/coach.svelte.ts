import { Refusal, get } from "../../lib/api";

/** What each way to go on is worth, in units of the first wager, the best first. */
export type Advice = { seat: number; hand: number; question: number; best: string; options: { do: string; value: number }[]; ways?: AdvisedWay[] };
/** A way to lay one's cards, the best first. */
export type AdvisedWay = { hands: Record<string, string[]>; value: number; house_way: boolean };
export type Looked = { key: string; advice: Advice; stake: number };
/** What the last decision cost on average, in cents. */
export type Lesson = { choice: string; best: string; cents: number };

const KEPT = "croupier-coach";

/** The coach of a play-money table: off until it is asked for. */
export class Coach {
  /** Where money is real there is none. */
  isHere = $state(false);
  private wished = $state(localStorage.getItem(KEPT) === "on");
  looked = $state.raw<Looked | null>(null);
  lesson = $state.raw<Lesson | null>(null);
  why = $state.raw<Refusal | null>(null);
  private wanted = "";

  constructor(private readonly table: string) {}

  get on(): boolean {
    return this.wished && this.isHere;
  }

  turn(on: boolean): void {
    this.wished = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
    this.forget();
    this.looked = null;
    // Asked before anybody decides, it has the game worked out when somebody does.
    if (on) void get<Advice | null>(`/api/tables/${this.table}/coach`).catch((refusal: unknown) => this.refused(refusal));
  }

  /** Look at the question that is open now. `stake`: the first wager, in cents. */
  async look(key: string, stake: number): Promise<void> {
    if (!this.on || this.wanted === key) return;
    this.wanted = key;
    try {
      const advice = await get<Advice | null>(`/api/tables/${this.table}/coach`);
      if (advice !== null && this.wanted === key && key.endsWith(` ${advice.seat} ${advice.question}`)) this.looked = { key, advice, stake };
      this.why = null;
    } catch (refusal) {
      this.refused(refusal);
    }
  }

  /** He has decided; `share`: how much of the most he put up. */
  answered(choice: string, share = 1): void {
    const { looked } = this;
    if (!this.on || looked === null || looked.key !== this.wanted) return;
    const { advice, stake } = looked;
    const cost = (advice.options[0]?.value ?? 0) - worth(advice, choice, share);
    this.lesson = { choice, best: advice.best, cents: Math.max(0, Math.round(cost * stake)) };
    this.looked = null;
  }

  forget(): void {
    this.lesson = null;
  }

  private refused(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    this.why = refusal instanceof Refusal && code !== "network/away" ? refusal : null;
  }
}

/** What a decision is worth; a double for less is part of a whole one, and so is less insurance. */
export function worth(advice: Advice, choice: string, share: number): number {
  const of = (word: string): number => advice.options.find((one) => one.do === word)?.value ?? 0;
  if (choice === "double-down") return (of(choice) / 2) * (1 + share);
  if (choice === "insure") return of("decline") + (of(choice) - of("decline")) * share;
  return of(choice);
}
