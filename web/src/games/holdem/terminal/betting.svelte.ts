import { Refusal } from "../../../lib/api";
import type { BetShown, Question, TableView } from "../../../lib/types";
import type { Play } from "../../../terminal/play.svelte";
import { refusedInWords } from "../../../terminal/refusals";
import { t as terminal } from "../../../terminal/words";

/** What is asked of this player, how much he is about to bet, and his answer, which is given once. */
export class Betting {
  private chosen = $state.raw<{ key: string; cents: number } | null>(null);
  private sent = $state.raw<string | null>(null);

  constructor(
    private readonly viewed: () => TableView,
    private readonly play: Play,
  ) {}

  readonly question = $derived.by((): Question | null => this.viewed().decision?.questions.find((one) => one.is_own) ?? null);

  /** How far he may go; null where he is asked something else, or not at all. */
  readonly reach = $derived.by((): BetShown | null => {
    const betting = this.viewed().table_stakes?.hand?.betting ?? null;
    return this.question !== null && betting !== null && betting.seat === this.question.seat ? betting : null;
  });

  get key(): string | null {
    const { question } = this;
    return question === null ? null : `${this.viewed().betting.round} ${question.seat} ${question.question_number}`;
  }

  get isSent(): boolean {
    return this.sent !== null && this.sent === this.key;
  }

  /** What the wager of this round would come to: the least until he says otherwise. */
  get amount(): number {
    return this.chosen !== null && this.chosen.key === this.key ? this.chosen.cents : (this.reach?.least_to_cents ?? 0);
  }

  /** Whole chips between the least and the most; all he has may be less than whole. */
  choose(cents: number): void {
    const { reach, key } = this;
    if (reach === null || key === null) return;
    const whole = Math.round(cents / reach.chip_cents) * reach.chip_cents;
    this.chosen = { key, cents: Math.max(reach.least_to_cents, Math.min(reach.most_to_cents, whole)) };
  }

  step(chips: number): void {
    if (this.reach !== null) this.choose(this.amount + chips * this.reach.chip_cents);
  }

  async decide(choice: string): Promise<void> {
    const { question, key } = this;
    if (question === null || this.isSent) return;
    this.sent = key;
    const cents = choice === "bet" || choice === "raise" ? { cents: this.amount } : {};
    try {
      await this.play.live.command({ do: "decide", seat: question.seat, choice, question: question.question_number, ...cents });
    } catch (refusal) {
      this.sent = null;
      const code = refusal instanceof Refusal ? refusal.code : "";
      const isLate = code === "decision/stale" || code === "decision/not_requested" || code === "table/wrong_phase";
      this.play.say(isLate ? () => terminal("asked.late") : refusedInWords(refusal));
    }
  }
}
