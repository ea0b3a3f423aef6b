import type { PlayerBets } from "../../../table/betting/player-bets.svelte";
import type { BetsByWager, LazyText } from "../../../table/betting/bets";
import { t } from "../../../table/words";

export const MAX_ROUNDS = 100;

/**
 * Places the same bets for a number of rounds. Stops after the last of them, when the bets cannot be placed (balance, the
 * player's own limit, a closed spot), when the table closes, and when the player bets by hand.
 */
export class AutoRepeat {
  roundsLeft = $state(0);
  roundsTotal = $state(0);
  private bets: BetsByWager | null = null;
  /** Bets at the other boxes, by seat. */
  private betsAtOtherBoxes: Readonly<Record<number, BetsByWager>> = {};
  /** The last round that was handled: its bets were placed, or the player had placed them. */
  private handledRound: string | null = null;
  /** Incremented at each start and stop, so that a late response of an earlier run is ignored. */
  private run = 0;

  constructor(private readonly play: PlayerBets) {}

  get isOn(): boolean {
    return this.roundsLeft > 0;
  }

  /** True if the player has chips at any box. */
  private get hasChips(): boolean {
    const { play } = this;
    return (
      [play.bettingSeat ?? 0, ...play.boxes].some((seat) => Object.keys(play.betsAt(seat)).length > 0) ||
      Object.keys(play.shownBets).length > 0
    );
  }

  /** Start for `rounds` rounds. Bets that are already placed count as the first round. */
  start(rounds: number): void {
    const { play } = this;
    const { hasChips } = this;
    const bets = hasChips ? play.shownBets : play.lastBets;
    const others = play.betsAtOtherBoxes;
    if ((bets === null && Object.keys(others).length === 0) || rounds < 1) return;
    this.bets = bets === null ? null : { ...bets };
    this.betsAtOtherBoxes = others;
    this.roundsTotal = Math.min(rounds, MAX_ROUNDS);
    this.roundsLeft = this.roundsTotal;
    this.handledRound = hasChips ? (play.view?.betting.round ?? null) : null;
    this.run += 1;
    if (hasChips) this.countRound();
    else void this.placeIfDue();
  }

  stop(reason: LazyText | null = null): void {
    this.roundsLeft = 0;
    this.run += 1;
    if (reason !== null) this.play.showMessage(() => t("auto.stopped", { why: reason() }));
  }

  /** Place the bets if a new round is open. Called at every change of the view. */
  async placeIfDue(): Promise<void> {
    const { view } = this.play;
    if (!this.isOn || view === null) return;
    if (view.phase === "closed") return this.stop(() => t("state.closed"));
    const { round, is_open: isOpen } = view.betting;
    if (!isOpen || round === null || round === this.handledRound || this.play.isBusy) return;
    if (this.hasChips) return this.stop(() => t("auto.by_hand"));
    this.handledRound = round;
    const { run } = this;
    const problem = await this.play.tryPlaceAtAllBoxes(this.bets, this.betsAtOtherBoxes);
    if (run !== this.run) return;
    if (problem !== null) this.stop(problem);
    else this.countRound();
  }

  private countRound(): void {
    this.roundsLeft -= 1;
    if (this.roundsLeft === 0 && this.roundsTotal > 1) this.play.showMessage(() => t("auto.done", { rounds: this.roundsTotal }));
  }
}
