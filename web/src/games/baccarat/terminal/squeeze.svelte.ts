import type { LiveTable } from "../../../lib/live-table.svelte";
import type { TableView } from "../../../lib/types";

/** A squeeze ends by itself: the table goes on meanwhile, and its next bets are not to be missed. */
const MAX_SQUEEZE_MS = 15_000;
const MIN_BETTING_MS = 5000;

/** What a squeeze began with, and when it is over at the latest. */
type SqueezeStart = { viewAtStart: TableView; hand: string; until: number };

/**
 * What a screen shows while its player squeezes a hand: the table as it was at the first pull, and of all that came since
 * only the cards of that hand. Null where the table has gone on to something that cannot wait: a round that was broken
 * off, a table that has stopped, bets that would close too soon.
 */
export function viewDuringSqueeze({ viewAtStart: begun, hand, until }: SqueezeStart, told: TableView, seen: readonly (string | null | undefined)[]): TableView | null {
  const round = begun.betting.round;
  const isVoid = told.last_round?.round === round && told.last_round.status === "void";
  const isNext = told.betting.round !== null && told.betting.round !== round;
  const canWait = told.phase === "between-rounds" || !isNext || (told.phase === "betting" && (told.betting.closes_at ?? Infinity) >= until + MIN_BETTING_MS);
  if (isVoid || !canWait || !told.is_running) return null;
  const cards = (begun.hands[hand] ?? []).map((one, place) => {
    const card = seen[place] ?? one.card;
    return card === undefined ? one : { ...one, card };
  });
  const turning = begun.reveal === null ? null : { ...begun.reveal, until, seconds: MAX_SQUEEZE_MS / 1000, may_pass_to: [] };
  return { ...begun, reveal: turning, hands: { ...begun.hands, [hand]: cards } };
}

/** The cards of a hand as far as the house has shown them in this round. */
export function revealedCards(told: TableView, round: string | null, hand: string): readonly (string | null | undefined)[] {
  if (told.last_round?.round === round) return told.last_round.cards[hand] ?? [];
  return told.betting.round === round ? (told.hands[hand] ?? []).map((one) => one.card) : [];
}

/** The hand that is squeezed at this screen: the cards still covered, and everything else held back until they are open. */
export class Squeeze {
  private started = $state.raw<SqueezeStart | null>(null);
  private covered = $state.raw<readonly number[]>([]);
  private timer = 0;

  constructor(private readonly live: LiveTable) {}

  get isActive(): boolean {
    return this.started !== null && this.live.isViewOverridden;
  }

  isCovered(hand: string, nth: number): boolean {
    return this.isActive && this.started?.hand === hand && this.covered.includes(nth);
  }

  start(view: TableView, hand: string): void {
    const now = this.live.serverTime();
    const begun = { viewAtStart: view, hand, until: Math.min(now + MAX_SQUEEZE_MS, view.reveal?.deadline_at ?? Infinity) };
    this.started = begun;
    this.covered = (view.hands[hand] ?? []).filter((one) => one.card === undefined || one.card === null).map((one) => one.position_in_hand);
    let seen: readonly (string | null | undefined)[] = [];
    this.live.overrideView((told) => {
      const shown = revealedCards(told, view.betting.round, hand);
      if (shown.length > 0) seen = shown;
      return viewDuringSqueeze(begun, told, seen);
    });
    this.timer = window.setTimeout(() => this.end(), Math.max(0, begun.until - now));
  }

  uncover(nth: number): void {
    this.covered = this.covered.filter((one) => one !== nth);
    if (this.covered.length === 0) this.end();
  }

  /** All is seen. */
  end(): void {
    clearTimeout(this.timer);
    this.started = null;
    this.covered = [];
    this.live.overrideView(null);
  }
}
