import { untrack } from "svelte";
import { AutoRepeat } from "../betting/auto-repeat.svelte";
import { LiveTable } from "../lib/live-table.svelte";
import { initialChip } from "./chips";
import { ServerClock } from "./server-clock.svelte";
import { PlayerBets } from "./player-bets.svelte";
import { isSameBets } from "./bet-validation";
import { t } from "./words";

/** Everything this screen has of one table: the connection, the player's chips, the clock. */
export class TableSession {
  readonly live: LiveTable;
  readonly play: PlayerBets;
  readonly clock: ServerClock;
  readonly autoRepeat: AutoRepeat;
  private readonly stopHearing: () => void;
  private readonly stopMinding: () => void;

  constructor(readonly name: string) {
    this.live = new LiveTable(name);
    this.play = new PlayerBets(this.live);
    this.clock = new ServerClock(this.live);
    this.autoRepeat = new AutoRepeat(this.play);
    this.stopMinding = $effect.root(() => this.mind());
    this.stopHearing = this.live.onEvent((_, own) => {
      if (own?.kind === "wagers-placed") this.mindOtherScreens();
    });
  }

  close(): void {
    this.stopHearing();
    this.stopMinding();
    this.clock.stop();
    this.live.close();
  }

  /** What the chips need from round to round, whether or not this table is the one that is looked at. */
  private mind(): void {
    const { live, play, autoRepeat } = this;
    const round = $derived(live.view?.betting.round ?? null);
    const isBetting = $derived(live.view?.phase === "betting");
    const last = $derived(live.view?.last_round ?? null);
    $effect(() => {
      void [round, isBetting];
      untrack(() => play.closeBetting());
    });
    $effect(() => {
      void last?.round;
      untrack(() => play.rememberRound(last));
    });
    $effect(() => {
      if (live.view !== null && play.chipCents === 0) play.chipCents = initialChip(live.view);
    });
    $effect(() => {
      void live.view;
      untrack(() => void autoRepeat.placeIfDue());
    });
  }

  /** The same player at another screen has moved the chips: this one shows what lies, and says so. */
  private mindOtherScreens(): void {
    const { play } = this;
    if (play.isBusy || play.expectedBets === null || isSameBets(play.placedBets, play.expectedBets)) return;
    play.discardLocalBets();
    play.showMessage(() => t("state.other_screen"));
  }
}
