import type { LastRound, Question, TableView } from "../../lib/types";
import { ownSeats, type HandsOnTable, type SeatOf } from "../../ui/hands-on-table";
import type { PlayerBets } from "../betting/player-bets.svelte";
import type { Coach } from "./coach.svelte";
import { PendingDecision } from "./pending-decision.svelte";

/** State of a table with decisions: the hands, the viewer's seats and the others, and the open question. */
export class DecisionTableState<F extends HandsOnTable> {
  readonly decision: PendingDecision;

  /** `handsOf`: the game's function that reads the hands; it gets the last round until there are chips for the next one. */
  constructor(
    private readonly currentView: () => TableView,
    readonly play: PlayerBets,
    readonly coach: Coach,
    private readonly handsOf: (view: TableView, last: LastRound | null) => F,
  ) {
    this.decision = new PendingDecision(play, coach);
  }

  readonly hands = $derived.by((): F => {
    const hasChips = Object.keys(this.play.shownBets).length > 0;
    return this.handsOf(this.currentView(), hasChips && this.currentView().phase === "betting" ? null : this.play.lastRound);
  });

  /** Seats of the viewer; the seat with the open question comes first. */
  readonly ownSeatNumbers = $derived.by((): number[] => ownSeats(this.currentView(), this.hands, this.play.lastRound));
  readonly ownSeats = $derived.by((): SeatOf<F>[] =>
    this.ownSeatNumbers.flatMap((seat) => this.hands.seats.filter((other) => other.seat === seat)),
  );
  readonly otherSeats = $derived.by((): SeatOf<F>[] => this.hands.seats.filter((seat) => !this.ownSeats.includes(seat)));
  readonly question = $derived.by((): Question | null => this.decision.question);
}
