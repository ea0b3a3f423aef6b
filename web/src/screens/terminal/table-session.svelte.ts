import { untrack } from "svelte";
import { AutoRepeat } from "./betting/auto-repeat.svelte";
import { LiveTable } from "../../lib/live-table.svelte";
import { initialChip } from "../../table/betting/chips";
import { ServerClock } from "../../lib/server-clock.svelte";
import { PlayerBets } from "../../table/betting/player-bets.svelte";
import { BetsWhenLost } from "../../table/betting/bets-when-lost.svelte";
import { isSameBets } from "../../table/betting/bets";
import { t } from "../../table/words";
import type { TableView } from "../../lib/types";

/** True if the player has something at stake, or has a seat while bets are open: a lost connection is then shown within a second. */
export function isPlaying({ player, phase }: TableView): boolean {
  if (player === undefined) return false;
  const hasStake = player.spots.length > 0 || player.bank_cents > 0 || player.in_play;
  return hasStake || (phase === "betting" && player.seat !== null);
}

/** One open table: its connection, the player's bets, the clock and automatic repetition. */
export class TableSession {
  readonly live: LiveTable;
  readonly play: PlayerBets;
  readonly clock: ServerClock;
  readonly autoRepeat: AutoRepeat;
  readonly betsWhenLost: BetsWhenLost;
  private readonly stopListening: () => void;
  private readonly stopEffects: () => void;

  constructor(readonly name: string) {
    this.live = new LiveTable(name, isPlaying);
    this.play = new PlayerBets(this.live);
    this.clock = new ServerClock(this.live);
    this.autoRepeat = new AutoRepeat(this.play);
    this.betsWhenLost = new BetsWhenLost(this.play);
    this.stopEffects = $effect.root(() => this.startEffects());
    this.stopListening = this.live.onEvent((_, own) => {
      if (own?.kind === "wagers-placed") this.checkOtherScreens();
    });
  }

  close(): void {
    this.stopListening();
    this.stopEffects();
    this.clock.stop();
    this.live.close();
  }

  /** Effects that update the bets from round to round, also while another table is shown. */
  private startEffects(): void {
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
    $effect(() => this.betsWhenLost.update());
    $effect(() => {
      void live.view;
      untrack(() => void autoRepeat.placeIfDue());
    });
  }

  /** If the same player has changed the bets on another screen, show the server's bets and a message. */
  private checkOtherScreens(): void {
    const { play } = this;
    if (play.isBusy || play.expectedBets === null || isSameBets(play.placedBets, play.expectedBets)) return;
    play.discardLocalBets();
    play.showMessage(() => t("state.other_screen"));
  }
}
