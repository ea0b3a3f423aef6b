import { Refusal } from "../../lib/api";
import type { Choice, Question } from "../../lib/types";
import type { Play } from "../play.svelte";
import { refusedInWords } from "../refusals";
import { t } from "../words";
import type { Coach } from "./coach.svelte";

/** What is asked of this player, and what he answers. An answer is given once: until the house has it, nothing else is sent. */
export class Deciding {
  private sent = $state.raw<string | null>(null);

  constructor(
    private readonly play: Play,
    private readonly coach: Coach,
  ) {}

  get question(): Question | null {
    return this.play.view?.decision?.questions.find((one) => one.is_own) ?? null;
  }

  /** The same question is never asked twice: the round, the seat and its number name it. */
  get key(): string | null {
    const { question } = this;
    return question === null ? null : `${this.play.view?.betting.round} ${question.seat} ${question.question_number}`;
  }

  get isSent(): boolean {
    return this.sent !== null && this.sent === this.key;
  }

  choice(word: string): Choice | null {
    return this.question?.choices.find((one) => one.do === word) ?? null;
  }

  /** The least and the most that can be put up with what credit there is; null where it does not reach. */
  room(choice: Choice): { least: number; most: number } | null {
    const most = Math.min(choice.most_cents, this.play.balance);
    return most < choice.least_cents ? null : { least: choice.least_cents, most };
  }

  /** It takes more than there is. */
  isDear(choice: Choice): boolean {
    return choice.most_cents > 0 && this.room(choice) === null;
  }

  async decide(word: string, cents: number | null = null): Promise<void> {
    const { question, key } = this;
    const choice = this.choice(word);
    if (question === null || choice === null || this.isSent || this.isDear(choice)) return;
    this.sent = key;
    const all = choice.most_cents > 0 && choice.most_cents > this.play.balance ? this.play.balance : null;
    const amount = cents ?? all;
    this.coach.answered(word, amount === null || choice.most_cents === 0 ? 1 : amount / choice.most_cents);
    try {
      await this.play.live.command({ do: "decide", seat: question.seat, choice: word, question: question.question_number, ...(amount === null ? {} : { cents: amount }) });
    } catch (refusal) {
      this.refused(refusal);
    }
  }

  private refused(refusal: unknown): void {
    this.sent = null;
    this.coach.forget();
    const code = refusal instanceof Refusal ? refusal.code : "";
    if (code === "decision/stale" || code === "decision/not_requested" || code === "table/wrong_phase") this.play.say(() => t("asked.late"));
    else if (code.startsWith("decision/")) this.play.say(() => t("asked.rule"));
    else this.play.say(refusedInWords(refusal));
  }
}
