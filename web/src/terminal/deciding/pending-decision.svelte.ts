import { Refusal } from "../../lib/api";
import type { Choice, Question } from "../../lib/types";
import type { PlayerBets } from "../player-bets.svelte";
import { refusalText } from "../refusal-text";
import { t } from "../words";
import type { Coach } from "./coach.svelte";

/** What is asked of this player, and what he answers. An answer is given once: until the house has it, nothing else is sent. */
export class PendingDecision {
  private sent = $state.raw<string | null>(null);

  constructor(
    private readonly play: PlayerBets,
    private readonly coach: Coach,
  ) {}

  get question(): Question | null {
    return this.play.view?.decision?.questions.find((one) => one.is_own) ?? null;
  }

  /** The same question is never asked twice: the round, the seat and its number name it. */
  get questionKey(): string | null {
    const { question } = this;
    return question === null ? null : `${this.play.view?.betting.round} ${question.seat} ${question.question_number}`;
  }

  get isSent(): boolean {
    return this.sent !== null && this.sent === this.questionKey;
  }

  findChoice(word: string): Choice | null {
    return this.question?.choices.find((one) => one.do === word) ?? null;
  }

  /** The least and the most that can be put up with what credit there is; null where it does not reach. */
  affordableRange(choice: Choice): { least: number; most: number } | null {
    const most = Math.min(choice.most_cents, this.play.balanceCents);
    return most < choice.least_cents ? null : { least: choice.least_cents, most };
  }

  /** It takes more than there is. */
  isUnaffordable(choice: Choice): boolean {
    return choice.most_cents > 0 && this.affordableRange(choice) === null;
  }

  async decide(word: string, cents: number | null = null): Promise<void> {
    const { question, questionKey } = this;
    const choice = this.findChoice(word);
    if (question === null || choice === null || this.isSent || this.isUnaffordable(choice)) return;
    this.sent = questionKey;
    const all = choice.most_cents > 0 && choice.most_cents > this.play.balanceCents ? this.play.balanceCents : null;
    const amount = cents ?? all;
    this.coach.recordDecision(word, amount === null || choice.most_cents === 0 ? 1 : amount / choice.most_cents);
    try {
      await this.play.live.sendCommand({ do: "decide", seat: question.seat, choice: word, question: question.question_number, ...(amount === null ? {} : { cents: amount }) });
    } catch (refusal) {
      this.refused(refusal);
    }
  }

  private refused(refusal: unknown): void {
    this.sent = null;
    this.coach.clearLastCost();
    const code = refusal instanceof Refusal ? refusal.code : "";
    if (code === "decision/stale" || code === "decision/not_requested" || code === "table/wrong_phase") this.play.showMessage(() => t("decision.late"));
    else if (code.startsWith("decision/")) this.play.showMessage(() => t("decision.rule"));
    else this.play.showMessage(refusalText(refusal));
  }
}
