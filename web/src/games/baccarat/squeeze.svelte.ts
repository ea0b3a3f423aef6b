import type { LiveTable } from "../../lib/live-table.svelte";
import type { TableView } from "../../lib/types";

/** Longest time of a squeeze. The table continues meanwhile. */
const MAX_SQUEEZE_MS = 15_000;
/** Time to bet that must be left when a squeeze ends. */
const MIN_BETTING_MS = 5000;

/** The view at the start of a squeeze, the squeezed hand, and the latest time at which the squeeze ends. */
type SqueezeStart = { viewAtStart: TableView; hand: string; until: number };

/**
 * Returns the view to show during a squeeze: the view at its start, with the cards of the squeezed hand. Returns null if
 * the squeeze must end: the round is void, the table has stopped, or the next betting would close too soon.
 */
export function viewDuringSqueeze(
  { viewAtStart, hand, until }: SqueezeStart,
  serverView: TableView,
  revealed: readonly (string | null | undefined)[],
): TableView | null {
  const round = viewAtStart.betting.round;
  const isVoid = serverView.last_round?.round === round && serverView.last_round.status === "void";
  const isNextRound = serverView.betting.round !== null && serverView.betting.round !== round;
  const canWait =
    serverView.phase === "between-rounds" ||
    !isNextRound ||
    (serverView.phase === "betting" && (serverView.betting.closes_at ?? Infinity) >= until + MIN_BETTING_MS);
  if (isVoid || !canWait || !serverView.is_running) return null;
  const cards = (viewAtStart.hands[hand] ?? []).map((shownCard, index) => {
    const card = revealed[index] ?? shownCard.card;
    return card === undefined ? shownCard : { ...shownCard, card };
  });
  const reveal: TableView["reveal"] =
    viewAtStart.reveal === null
      ? null
      : { ...viewAtStart.reveal, deadline_at: until, time_limit_seconds: MAX_SQUEEZE_MS / 1000, seats_to_pass_to: [] };
  return { ...viewAtStart, reveal, hands: { ...viewAtStart.hands, [hand]: cards } };
}

/** Returns the cards of a hand that the server has shown in this round. */
export function revealedCards(serverView: TableView, round: string | null, hand: string): readonly (string | null | undefined)[] {
  if (serverView.last_round?.round === round) return serverView.last_round.cards[hand] ?? [];
  return serverView.betting.round === round ? (serverView.hands[hand] ?? []).map((card) => card.card) : [];
}

/** A hand that the viewer squeezes. Until all its cards are uncovered, the page shows no other change of the table. */
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
    const start = { viewAtStart: view, hand, until: Math.min(now + MAX_SQUEEZE_MS, view.reveal?.deadline_at ?? Infinity) };
    this.started = start;
    this.covered = (view.hands[hand] ?? [])
      .filter((card) => card.card === undefined || card.card === null)
      .map((card) => card.position_in_hand);
    let revealed: readonly (string | null | undefined)[] = [];
    this.live.overrideView((serverView) => {
      const shownNow = revealedCards(serverView, view.betting.round, hand);
      if (shownNow.length > 0) revealed = shownNow;
      return viewDuringSqueeze(start, serverView, revealed);
    });
    this.timer = window.setTimeout(() => this.end(), Math.max(0, start.until - now));
  }

  uncover(nth: number): void {
    this.covered = this.covered.filter((covered) => covered !== nth);
    if (this.covered.length === 0) this.end();
  }

  /** Ends the squeeze and shows the server's view again. */
  end(): void {
    clearTimeout(this.timer);
    this.started = null;
    this.covered = [];
    this.live.overrideView(null);
  }
}
