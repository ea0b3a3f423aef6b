import { untrack } from "svelte";
import { AutoRepeat } from "../betting/auto-repeat.svelte";
import { LiveTable } from "../lib/live.svelte";
import { firstChip } from "./chips";
import { Clock } from "./clock.svelte";
import { Play } from "./play.svelte";
import { same } from "./reasons";
import { t } from "./words";

/** Everything this screen has of one table: the connection, the player's chips, the clock. */
export class AtTable {
  readonly live: LiveTable;
  readonly play: Play;
  readonly clock: Clock;
  readonly auto: AutoRepeat;
  private readonly stopHearing: () => void;
  private readonly stopMinding: () => void;

  constructor(readonly name: string) {
    this.live = new LiveTable(name);
    this.play = new Play(this.live);
    this.clock = new Clock(this.live);
    this.auto = new AutoRepeat(this.play);
    this.stopMinding = $effect.root(() => this.mind());
    this.stopHearing = this.live.on((_, own) => {
      if (own?.kind === "wagers-placed") this.mindOtherScreens();
    });
  }

  leave(): void {
    this.stopHearing();
    this.stopMinding();
    this.clock.stop();
    this.live.close();
  }

  /** What the chips need from round to round, whether or not this table is the one that is looked at. */
  private mind(): void {
    const { live, play, auto } = this;
    const round = $derived(live.view?.betting.round ?? null);
    const isBetting = $derived(live.view?.phase === "betting");
    const last = $derived(live.view?.last_round ?? null);
    $effect(() => {
      void [round, isBetting];
      untrack(() => play.closeBets());
    });
    $effect(() => {
      void last?.round;
      untrack(() => play.remember(last));
    });
    $effect(() => {
      if (live.view !== null && play.chip === 0) play.chip = firstChip(live.view);
    });
    $effect(() => {
      void live.view;
      untrack(() => void auto.look());
    });
  }

  /** The same player at another screen has moved the chips: this one shows what lies, and says so. */
  private mindOtherScreens(): void {
    const { play } = this;
    if (play.isBusy || play.expects === null || same(play.placed, play.expects)) return;
    play.forget();
    play.say(() => t("state.other_screen"));
  }
}
