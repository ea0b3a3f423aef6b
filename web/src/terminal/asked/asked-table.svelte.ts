import type { LastRound, Question, TableView } from "../../lib/types";
import { ownSeats, type AnyFelt, type SeatOn } from "../../ui/felt";
import type { Play } from "../play.svelte";
import type { Coach } from "./coach.svelte";
import { Deciding } from "./deciding.svelte";

/** A table at which players decide about hands of their own: what lies on it, whose it is, and what is asked of whoever looks. */
export class AskedTable<F extends AnyFelt> {
  readonly deciding: Deciding;

  /** `feltOf`: the game's own reading of its cards; the last round's until there are chips for the next. */
  constructor(
    private readonly viewed: () => TableView,
    readonly play: Play,
    readonly coach: Coach,
    private readonly feltOf: (view: TableView, last: LastRound | null) => F,
  ) {
    this.deciding = new Deciding(play, coach);
  }

  readonly felt = $derived.by((): F => {
    const hasChips = Object.keys(this.play.shown).length > 0;
    return this.feltOf(this.viewed(), hasChips && this.viewed().phase === "betting" ? null : this.play.last);
  });

  /** The seats one plays at; the one that is asked first. */
  readonly mine = $derived.by((): number[] => ownSeats(this.viewed(), this.felt, this.play.last));
  readonly own = $derived.by((): SeatOn<F>[] => this.mine.flatMap((seat) => this.felt.seats.filter((one) => one.seat === seat)));
  readonly others = $derived.by((): SeatOn<F>[] => this.felt.seats.filter((one) => !this.own.includes(one)));
  readonly question = $derived.by((): Question | null => this.deciding.question);
}
