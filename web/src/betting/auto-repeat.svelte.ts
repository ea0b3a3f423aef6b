import type { PlayerBets } from "../terminal/player-bets.svelte";
import type { BetsByWager, LazyText } from "../terminal/bet-validation";
import { t } from "../terminal/words";

export const MAX_ROUNDS = 100;

/**
 * The same chips for the next rounds, by themselves. It stops at the last of them, when the chips cannot be laid (credit,
 * a limit of one's own, a spot that is shut), when the table closes, and when the player lays others by hand.
 */
export class AutoRepeat {
  roundsLeft = $state(0);
  roundsTotal = $state(0);
  private layout: BetsByWager | null = null;
  /** The same for the other boxes, by seat. */
  private others: Readonly<Record<number, BetsByWager>> = {};
  /** The round that has been dealt with: its chips were laid, or it was not ours to lay. */
  private done: string | null = null;
  /** Counts the times it was started or stopped: an answer that comes later belongs to none of them. */
  private run = 0;

  constructor(private readonly play: PlayerBets) {}

  get isOn(): boolean {
    return this.roundsLeft > 0;
  }

  /** Whether chips of his lie there already, at whichever box. */
  private get lies(): boolean {
    const { play } = this;
    return [play.bettingSeat ?? 0, ...play.boxes].some((seat) => Object.keys(play.betsAt(seat)).length > 0) || Object.keys(play.shownBets).length > 0;
  }

  /** From now on, `rounds` times. What lies already counts as the first. */
  start(rounds: number): void {
    const { play } = this;
    const lies = this.lies;
    const layout = lies ? play.shownBets : play.lastBets;
    const others = play.betsAtOtherBoxes;
    if ((layout === null && Object.keys(others).length === 0) || rounds < 1) return;
    this.layout = layout === null ? null : { ...layout };
    this.others = others;
    this.roundsTotal = Math.min(rounds, MAX_ROUNDS);
    this.roundsLeft = this.roundsTotal;
    this.done = lies ? (play.view?.betting.round ?? null) : null;
    this.run += 1;
    if (lies) this.count();
    else void this.placeIfDue();
  }

  stop(why: LazyText | null = null): void {
    this.roundsLeft = 0;
    this.run += 1;
    if (why !== null) this.play.showMessage(() => t("auto.stopped", { why: why() }));
  }

  /** To be called whenever the table shows something new. */
  async placeIfDue(): Promise<void> {
    const { view } = this.play;
    if (!this.isOn || view === null) return;
    if (view.phase === "closed") return this.stop(() => t("state.closed"));
    const { round, is_open: isOpen } = view.betting;
    if (!isOpen || round === null || round === this.done || this.play.isBusy) return;
    if (this.lies) return this.stop(() => t("auto.by_hand"));
    this.done = round;
    const { run } = this;
    const why = await this.play.tryPlaceAtAllBoxes(this.layout, this.others);
    if (run !== this.run) return;
    if (why !== null) this.stop(why);
    else this.count();
  }

  private count(): void {
    this.roundsLeft -= 1;
    if (this.roundsLeft === 0) this.play.showMessage(() => t("auto.done", { rounds: this.roundsTotal }));
  }
}
