import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live.svelte";
import { dollars } from "../lib/money";
import type { LastRound, TableView, Wager } from "../lib/types";
import { chipSound } from "./sounds";
import { same, standing, total, whyNoBets, whyNot, type Layout, type Sentence } from "./reasons";
import { refusedInWords } from "./refusals";
import { t } from "./words";

const TURNS_MOST = 50;
const NOTE_MS = 5000;

/**
 * A player's chips at one table. A tap shows at once and is confirmed by the server's view; quick taps travel together:
 * one command is on its way at most, and the newest layout goes next.
 */
export class Play {
  chip = $state(0);
  note = $state.raw<Sentence | null>(null);
  /** Credit that came or went outside the table, until the table's own view shows it. */
  credit = $state.raw<{ seen: number; cents: number } | null>(null);
  private wanted = $state.raw<{ round: string; layout: Layout } | null>(null);
  private past = $state.raw<readonly Layout[]>([]);
  private kept = $state.raw<LastRound | null>(null);
  private previous = $state.raw<Layout | null>(null);
  private answered: { round: string; layout: Layout } | null = null;
  private busy = false;
  private noteTimer = 0;

  constructor(readonly live: LiveTable) {}

  get view(): TableView | null {
    return this.live.view;
  }

  get seat(): number | null {
    return this.view?.own?.seat ?? null;
  }

  get isBusy(): boolean {
    return this.busy;
  }

  /** What the server has of his. */
  get placed(): Layout {
    const own = this.view?.own;
    return own?.spots.find((spot) => spot.seat === own.seat)?.wagers ?? own?.spots[0]?.wagers ?? {};
  }

  /** The chips this screen has had confirmed for the round; null when it has sent none. */
  get expects(): Layout | null {
    return this.answered !== null && this.answered.round === this.view?.betting.round ? this.answered.layout : null;
  }

  /** What the player sees: his taps at once. */
  get shown(): Layout {
    const { view, wanted } = this;
    const counts = wanted !== null && view !== null && view.phase === "betting" && wanted.round === view.betting.round;
    return counts ? wanted.layout : this.placed;
  }

  get balance(): number {
    const told = this.view?.own?.balance_cents ?? 0;
    return this.credit !== null && this.credit.seen === told ? this.credit.cents : told;
  }

  get staked(): number {
    return total(this.placed);
  }

  /** Credit less the chips that are still on their way. */
  get left(): number {
    return this.balance + total(this.placed) - total(this.shown);
  }

  get lastLayout(): Layout | null {
    return this.previous;
  }

  /** The round before, also after the next bets have opened. */
  get last(): LastRound | null {
    return this.view?.last ?? this.kept;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  isPending(id: string): boolean {
    return (this.shown[id] ?? 0) !== (this.placed[id] ?? 0);
  }

  /** Remember a settled round: its cards stay to be seen, and its chips can be repeated. */
  remember(last: LastRound | null): void {
    if (last === null) return;
    this.kept = last;
    const own = last.own;
    if (own !== undefined && own.results.length > 0) this.previous = Object.fromEntries(own.results.map((one) => [one.wager, one.cents]));
  }

  /** A new round: nothing is left of the old one's taps. */
  forget(): void {
    this.past = [];
    this.wanted = null;
    this.answered = null;
  }

  async tap(wager: Wager): Promise<void> {
    if (this.view === null || !(await this.seated())) return;
    const fixed = wager.limit.least_cents === wager.limit.most_cents;
    const before = this.shown;
    const stake = fixed ? wager.limit.least_cents : (before[wager.id] ?? 0) + this.chip;
    const isThere = fixed && before[wager.id] === stake;
    if (isThere) this.say(() => t("why.exactly", { amount: dollars(stake) }));
    else this.put({ ...before, [wager.id]: stake }, wager);
  }

  /** Take one spot's chips back. */
  takeBack(wager: Wager): void {
    const { [wager.id]: gone, ...rest } = this.shown;
    if (gone !== undefined) this.put(rest, null);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.want(before);
  }

  clear(): void {
    this.put({}, null);
  }

  double(): void {
    const twice = Object.fromEntries(Object.entries(this.shown).map(([id, cents]) => [id, cents * (this.isFixed(id) ? 1 : 2)]));
    this.lay(twice);
  }

  private isFixed(id: string): boolean {
    const limit = this.view?.wagers.find((wager) => wager.id === id)?.limit;
    return limit !== undefined && limit.least_cents === limit.most_cents;
  }

  repeat(): void {
    if (this.previous !== null) this.lay(this.previous);
  }

  /** A whole layout at once: last round's, a favourite, twice the chips. */
  lay(layout: Layout): void {
    void this.seated().then((sits) => {
      if (!sits || this.view === null) return;
      const offered = Object.entries(layout).filter(([id]) => this.view?.wagers.some((wager) => wager.id === id));
      const next = Object.fromEntries(offered);
      for (const id of Object.keys(next)) {
        const wager = this.view.wagers.find((one) => one.id === id);
        const why = wager === undefined ? null : whyNot(this.view, next, wager);
        if (why !== null) return this.say(why);
      }
      this.put(next, null);
    });
  }

  say(sentence: Sentence | null): void {
    clearTimeout(this.noteTimer);
    this.note = sentence;
    if (sentence !== null) this.noteTimer = window.setTimeout(() => (this.note = null), NOTE_MS);
  }

  private put(next: Layout, wager: Wager | null): void {
    const { view } = this;
    if (view === null) return;
    const why = whyNoBets(view, this.live.now()) ?? (wager === null ? null : whyNot(view, next, wager)) ?? this.whyTooDear(next);
    if (why !== null) return this.say(why);
    this.say(null);
    this.past = [...this.past, this.shown];
    chipSound();
    this.want(next);
  }

  private whyTooDear(next: Layout): Sentence | null {
    const has = this.balance + total(this.placed);
    return total(next) > has ? () => t("why.balance", { amount: dollars(has) }) : null;
  }

  private want(layout: Layout): void {
    const round = this.view?.betting.round;
    if (!round) return;
    this.wanted = { round, layout };
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let turn = 0; turn < TURNS_MOST && (await this.sendNewest()); turn += 1);
    } catch (refusal) {
      this.refused(refusal);
    } finally {
      this.busy = false;
    }
  }

  /** True while there was something to send. */
  private async sendNewest(): Promise<boolean> {
    const { view, wanted, seat } = this;
    if (view === null || wanted === null || seat === null || wanted.round !== view.betting.round) return false;
    const layout = standing(view, wanted.layout);
    const known = this.answered?.round === wanted.round ? this.answered.layout : this.placed;
    if (same(layout, known)) return false;
    const wagers = Object.entries(layout).map(([wager, cents]) => ({ wager, cents }));
    await this.live.command({ do: "place-wagers", seat, wagers });
    this.answered = { round: wanted.round, layout };
    return true;
  }

  private refused(refusal: unknown): void {
    this.forget();
    this.say(refusedInWords(refusal));
  }

  /** Whoever touches the felt without a seat gets the first one free. */
  async seated(): Promise<boolean> {
    for (let attempt = 0; attempt < 3 && this.view !== null; attempt += 1) {
      if (this.seat !== null) return true;
      const free = this.view.seats.find((seat) => !seat.is_taken);
      if (free === undefined) return this.cannot(() => t("why.no_seat"));
      try {
        await this.sit(free.seat);
      } catch (refusal) {
        const taken = refusal instanceof Refusal && refusal.code === "seat/taken";
        if (!taken) return this.cannot(refusedInWords(refusal));
      }
    }
    return this.seat !== null;
  }

  async sit(seat: number): Promise<void> {
    await this.live.command({ do: "sit-down", seat });
    for (let wait = 0; wait < 40 && this.seat === null; wait += 1) await new Promise((go) => setTimeout(go, 25));
  }

  private cannot(sentence: Sentence): boolean {
    this.say(sentence);
    return false;
  }
}
