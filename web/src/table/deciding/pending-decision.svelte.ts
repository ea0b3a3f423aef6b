import { Refusal } from "../../lib/api";
import type { Choice, Question } from "../../lib/types";
import type { PlayerBets } from "../betting/player-bets.svelte";
import { refusalText } from "../betting/refusal-text";
import { t } from "../words";
import type { Coach } from "./coach.svelte";

/** The open question for this player and the answer to it. An answer is sent once. */
export class PendingDecision {
  private sentKey = $state.raw<string | null>(null);

  constructor(
    private readonly play: PlayerBets,
    private readonly coach: Coach,
  ) {}

  get question(): Question | null {
    return this.play.view?.decision?.questions.find((question) => question.is_own) ?? null;
  }

  /** Unique key of the question: round, seat and question number. */
  get questionKey(): string | null {
    const { question } = this;
    return question === null ? null : `${this.play.view?.betting.round} ${question.seat} ${question.question_number}`;
  }

  get isSent(): boolean {
    return this.sentKey !== null && this.sentKey === this.questionKey;
  }

  findChoice(id: string): Choice | null {
    return this.question?.choices.find((choice) => choice.do === id) ?? null;
  }

  /** Lowest and highest amount that the balance allows for this choice; null if the balance is too small. */
  affordableRange(choice: Choice): { least: number; most: number } | null {
    const most = Math.min(choice.most_cents, this.play.balanceCents);
    return most < choice.least_cents ? null : { least: choice.least_cents, most };
  }

  /** True if the choice costs more than the balance. */
  isUnaffordable(choice: Choice): boolean {
    return choice.most_cents > 0 && this.affordableRange(choice) === null;
  }

  async decide(choiceId: string, cents: number | null = null): Promise<void> {
    const { question, questionKey } = this;
    const choice = this.findChoice(choiceId);
    if (question === null || choice === null || this.isSent || this.isUnaffordable(choice)) return;
    this.sentKey = questionKey;
    const wholeBalance = choice.most_cents > 0 && choice.most_cents > this.play.balanceCents ? this.play.balanceCents : null;
    const amount = cents ?? wholeBalance;
    this.coach.recordDecision(choiceId, amount === null || choice.most_cents === 0 ? 1 : amount / choice.most_cents);
    try {
      await this.play.live.sendCommand({
        do: "decide",
        seat: question.seat,
        choice: choiceId,
        question: question.question_number,
        ...(amount === null ? {} : { cents: amount }),
      });
    } catch (refusal) {
      this.showRefusal(refusal);
    }
  }

  private showRefusal(refusal: unknown): void {
    this.sentKey = null;
    this.coach.clearLastCost();
    const code = refusal instanceof Refusal ? refusal.code : "";
    if (code === "decision/stale" || code === "decision/not_requested" || code === "table/wrong_phase")
      this.play.showMessage(() => t("decision.late"));
    else if (code.startsWith("decision/")) this.play.showMessage(() => t("decision.rule"));
    else this.play.showMessage(refusalText(refusal));
  }
}
