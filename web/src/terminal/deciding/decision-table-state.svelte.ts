import type { LastRound, Question, TableView } from "../../lib/types";
import { ownSeats, type HandsOnTable, type SeatOf } from "../../ui/hands-on-table";
import type { PlayerBets } from "../player-bets.svelte";
import type { Coach } from "./coach.svelte";
import { PendingDecision } from "./pending-decision.svelte";

/** A table at which players decide about hands of their own: what lies on it, whose it is, and what is asked of whoever looks. */
export class DecisionTableState<F extends HandsOnTable> {
  readonly decision: PendingDecision;

  /** `feltOf`: the game's own reading of its cards; the last round's until there are chips for the next. */
  constructor(
    private readonly viewed: () => TableView,
    readonly play: PlayerBets,
    readonly coach: Coach,
    private readonly feltOf: (view: TableView, last: LastRound | null) => F,
  ) {
    this.decision = new PendingDecision(play, coach);
  }

  readonly hands = $derived.by((): F => {
    const hasChips = Object.keys(this.play.shownBets).length > 0;
    return this.feltOf(this.viewed(), hasChips && this.viewed().phase === "betting" ? null : this.play.lastRound);
  });

  /** The seats one plays at; the one that is asked first. */
  readonly ownSeatNumbers = $derived.by((): number[] => ownSeats(this.viewed(), this.hands, this.play.lastRound));
  readonly ownSeats = $derived.by((): SeatOf<F>[] => this.ownSeatNumbers.flatMap((seat) => this.hands.seats.filter((one) => one.seat === seat)));
  readonly otherSeats = $derived.by((): SeatOf<F>[] => this.hands.seats.filter((one) => !this.ownSeats.includes(one)));
  readonly question = $derived.by((): Question | null => this.decision.question);
}
