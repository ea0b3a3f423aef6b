import type { LiveTable } from "../../lib/live-table.svelte";
import type { LastRound, TableEvent } from "../../lib/types";

/** Keeps the last round on the board until the next result: the table's view drops it when betting opens. */
export class LastRoundShown {
  round = $state<LastRound | null>(null);
  /** Ids of all wagers that won, placed or not. Empty for rounds that were settled before this page connected. */
  winningWagers = $state<string[]>([]);

  constructor(private readonly live: LiveTable) {}

  /** Take over the last round of the table's current view, if it has one. */
  update(): void {
    const last = this.live.view?.last_round ?? null;
    if (last !== null && last !== this.round) this.round = last;
  }

  handleEvent(event: TableEvent): void {
    if (event.kind === "round-settled" && Array.isArray(event["winning_wagers"])) this.winningWagers = event["winning_wagers"];
    if (event.kind === "bets-closed" || event.kind === "round-voided") this.winningWagers = [];
  }
}
