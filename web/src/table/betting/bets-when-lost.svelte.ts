import type { TableView } from "../../lib/types";
import type { PlayerBets } from "./player-bets.svelte";

/**
 * Chips that lay on the felt when the connection was lost. Chips of one wager that the server had and those that were added after are
 * apart: `above` is what lay there before these.
 */
export type LostBet = { round: string; seat: number | null; wager: string; cents: number; above: number };
/** What is known of such a bet: the server has it, no answer came yet, the round is settled with it, or it was not taken. */
export type LostBetState = "confirmed" | "sent" | "settled" | "not-taken";
export type ReportedBet = LostBet & { state: LostBetState };

/** What a view says of a bet. `isPending`: this screen still waits for the server's answer about it. */
export function lostBetState(view: Pick<TableView, "betting" | "last_round" | "player">, bet: LostBet, isPending: boolean): LostBetState {
  if (view.betting.round === bet.round) {
    const placed = view.player?.spots.find((spot) => spot.seat === bet.seat)?.wagers[bet.wager] ?? 0;
    return placed >= bet.above + bet.cents ? "confirmed" : isPending ? "sent" : "not-taken";
  }
  const results = view.last_round?.round === bet.round ? (view.last_round.player?.results ?? []) : [];
  return results.some((result) => result.wager === bet.wager && result.seat === bet.seat) ? "settled" : "not-taken";
}

/**
 * The bets that lay on the felt when the connection was lost, and what became of each. After the return they stay until the player
 * has seen them, or until the next bets open.
 */
export class BetsWhenLost {
  private bets = $state.raw<readonly LostBet[]>([]);

  constructor(private readonly play: PlayerBets) {}

  /** The bets with what is known of each; empty if none lay on the felt, or if the player has seen them. */
  get reported(): readonly ReportedBet[] {
    const { view } = this.play;
    if (view === null) return [];
    const isPending = (bet: LostBet): boolean =>
      (this.play.live.isLost || this.play.isBusy || this.play.live.isSlow) &&
      (this.play.betsAt(bet.seat)[bet.wager] ?? 0) >= bet.above + bet.cents;
    return this.bets.map((bet) => ({ ...bet, state: lostBetState(view, bet, isPending(bet)) }));
  }

  /** Note the bets while the connection is lost; forget them when bets open for another round. */
  update(): void {
    const { view, live, bettingSeat: seat, shownBets, placedBets } = this.play;
    if (view === null) return;
    const round = view.betting.round ?? "";
    if (live.isLost && view.phase === "betting") {
      const bets = Object.entries(shownBets).flatMap(([wager, cents]): LostBet[] => {
        const above = Math.min(cents, placedBets[wager] ?? 0);
        const parts = [
          { round, seat, wager, cents: above, above: 0 },
          { round, seat, wager, cents: cents - above, above },
        ];
        return parts.filter((bet) => bet.cents > 0);
      });
      if (JSON.stringify(bets) !== JSON.stringify(this.bets)) this.bets = bets;
    } else if (!live.isLost && view.phase === "betting" && this.bets.some((bet) => bet.round !== round)) this.bets = [];
  }

  /** Call when the player has seen the report. */
  dismiss(): void {
    this.bets = [];
  }
}
