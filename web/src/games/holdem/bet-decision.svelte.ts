import { Refusal } from "../../lib/api";
import type { BetShown, Question, TableView } from "../../lib/types";
import type { PlayerBets } from "../../table/betting/player-bets.svelte";
import { refusalText } from "../../table/betting/refusal-text";
import { t as terminal } from "../../table/words";

/** The viewer's pending decision: the question, the chosen bet amount, and the answer, which is sent only once. */
export class BetDecision {
  private chosenAmount = $state.raw<{ questionKey: string; cents: number } | null>(null);
  private sentKey = $state.raw<string | null>(null);

  constructor(
    private readonly currentView: () => TableView,
    private readonly play: PlayerBets,
  ) {}

  readonly question = $derived.by(
    (): Question | null => this.currentView().decision?.questions.find((question) => question.is_own) ?? null,
  );

  /** Limits of the viewer's bet or raise; null if there is no betting decision. */
  readonly limits = $derived.by((): BetShown | null => {
    const betting = this.currentView().table_stakes?.hand?.betting ?? null;
    return this.question !== null && betting !== null && betting.seat === this.question.seat ? betting : null;
  });

  /** Identifies the question; null if there is none. */
  get questionKey(): string | null {
    const { question } = this;
    return question === null ? null : `${this.currentView().betting.round} ${question.seat} ${question.question_number}`;
  }

  get isSent(): boolean {
    return this.sentKey !== null && this.sentKey === this.questionKey;
  }

  /** The viewer's total bet of this betting round after a bet or raise; the minimum until an amount is chosen. */
  get amountCents(): number {
    return this.chosenAmount !== null && this.chosenAmount.questionKey === this.questionKey
      ? this.chosenAmount.cents
      : (this.limits?.least_to_cents ?? 0);
  }

  /** Rounds the amount to whole chips and limits it. The limits themselves need not be whole chips: all-in may be an odd amount. */
  setAmount(cents: number): void {
    const { limits, questionKey } = this;
    if (limits === null || questionKey === null) return;
    const wholeChips = Math.round(cents / limits.chip_cents) * limits.chip_cents;
    this.chosenAmount = { questionKey, cents: Math.max(limits.least_to_cents, Math.min(limits.most_to_cents, wholeChips)) };
  }

  stepAmount(chips: number): void {
    if (this.limits !== null) this.setAmount(this.amountCents + chips * this.limits.chip_cents);
  }

  async decide(choice: string): Promise<void> {
    const { question, questionKey } = this;
    if (question === null || this.isSent) return;
    this.sentKey = questionKey;
    const cents = choice === "bet" || choice === "raise" ? { cents: this.amountCents } : {};
    try {
      await this.play.live.sendCommand({ do: "decide", seat: question.seat, choice, question: question.question_number, ...cents });
    } catch (refusal) {
      this.sentKey = null;
      const code = refusal instanceof Refusal ? refusal.code : "";
      const isLate = code === "decision/stale" || code === "decision/not_requested" || code === "table/wrong_phase";
      this.play.showMessage(isLate ? () => terminal("decision.late") : refusalText(refusal));
    }
  }
}
