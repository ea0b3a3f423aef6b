import type { LiveTable } from "../lib/live-table.svelte";
import type { LastRound, TableEvent } from "../lib/types";

/** The last hand, kept on the board until the next one is dealt: the table itself forgets it when the bets open. */
export class LastRoundShown {
  round = $state<LastRound | null>(null);
  /** The wagers that won on it, whether or not anybody had made them; known of hands seen live. */
  winningWagers = $state<string[]>([]);

  constructor(private readonly live: LiveTable) {}

  /** Look at the table as it stands now. */
  update(): void {
    const last = this.live.view?.last_round ?? null;
    if (last !== null && last !== this.round) this.round = last;
  }

  handleEvent(event: TableEvent): void {
    if (event.kind === "round-settled" && Array.isArray(event["winning_wagers"])) this.winningWagers = event["winning_wagers"] as string[];
    if (event.kind === "bets-closed" || event.kind === "round-voided") this.winningWagers = [];
  }
}
