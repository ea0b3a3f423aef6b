import { LiveTable } from "../lib/live.svelte";
import { Clock } from "./clock.svelte";
import { Play } from "./play.svelte";
import { same } from "./reasons";
import { t } from "./words";

/** Everything this screen has of one table: the connection, the player's chips, the clock. */
export class AtTable {
  readonly live: LiveTable;
  readonly play: Play;
  readonly clock: Clock;
  private readonly stopHearing: () => void;

  constructor(readonly name: string) {
    this.live = new LiveTable(name);
    this.play = new Play(this.live);
    this.clock = new Clock(this.live);
    this.stopHearing = this.live.on((_, own) => {
      if (own?.kind === "wagers-placed") this.mindOtherScreens();
    });
  }

  leave(): void {
    this.stopHearing();
    this.clock.stop();
    this.live.close();
  }

  /** The same player at another screen has moved the chips: this one shows what lies, and says so. */
  private mindOtherScreens(): void {
    const { play } = this;
    if (play.isBusy || play.expects === null || same(play.placed, play.expects)) return;
    play.forget();
    play.say(() => t("state.other_screen"));
  }
}
