import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live.svelte";
import { dollars } from "../lib/money";
import type { LastRound, PromotionalPurse, Result, TableView, Wager } from "../lib/types";
import { mayStandBehind } from "./backline";
import { withStake } from "./equal";
import { touchRack } from "./flights";
import { leftOf, whyOwnLimit, type ToldLimits } from "./own-limits";
import { chipSound } from "../lib/sounds";
import { added, same, standing, total, whyNoBets, whyNot, type Layout, type Sentence } from "./reasons";
import { refusedInWords } from "./refusals";
import { t } from "./words";

/** Chips for one seat in one round: a layout never slips from one place to another. */
type Spots = { seat: number; wagers: Layout };
type Wanted = { round: string; seat: number | null; layout: Layout; promotional: readonly string[] };
type Lying = { layout: Layout; promotional: readonly string[] };

const TURNS_MOST = 50;
const NOTE_MS = 5000;

/**
 * A player's chips at one table. A tap shows at once and is confirmed by the server's view; quick taps travel together:
 * one command is on its way at most, and the newest layout goes next.
 */
export class Play {
  chip = $state(0);
  /** A touch lays the most that the spot and the credit allow. */
  isMost = $state(false);
  /** A touch lays promotional chips: the whole wager is made with them. */
  usesPromotional = $state(false);
  note = $state.raw<Sentence | null>(null);
  /** Credit that came or went outside the table, until the table's own view shows it. */
  credit = $state.raw<{ seen: number; cents: number } | null>(null);
  /** The limits he has set himself, as the house last told them. */
  limits = $state.raw<ToldLimits | null>(null);
  private chosenSeat = $state<number | "own" | null>(null);
  private wanted = $state.raw<Wanted | null>(null);
  private past = $state.raw<readonly Lying[]>([]);
  private kept = $state.raw<LastRound | null>(null);
  private previous = $state.raw<Readonly<Record<number, Layout>>>({});
  private lying: { round: string; spots: readonly Spots[] } | null = null;
  private answered: Wanted | null = null;
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

  /** The boxes he holds, as they stand at the table. */
  get boxes(): readonly number[] {
    return [...(this.view?.own?.seats ?? [])].sort((one, other) => one - other);
  }

  /** Whether he may hold another one: the house lets him, a seat is free, and he does not bank. */
  get mayTakeBox(): boolean {
    const { view, boxes } = this;
    if (view === null || boxes.length === 0 || boxes.length >= view.game.boxes) return false;
    return view.phase !== "closed" && (view.own?.bank_cents ?? 0) === 0 && view.seats.some((one) => !one.is_taken);
  }

  /** The seat he stands behind; null while he bets at his own. */
  get behind(): number | null {
    return this.at === this.seat || this.boxes.includes(this.at ?? 0) ? null : this.at;
  }

  /** The seat whose spots the felt shows: the box he chose, or whom he stands behind, his own, or where chips of his lie. */
  get at(): number | null {
    const { view, chosenSeat } = this;
    if (typeof chosenSeat === "number" && this.boxes.includes(chosenSeat)) return chosenSeat;
    if (typeof chosenSeat === "number" && view !== null && mayStandBehind(view, chosenSeat)) return chosenSeat;
    if (chosenSeat === "own") return this.seat;
    return this.seat ?? view?.own?.spots[0]?.seat ?? null;
  }

  /** Bet behind another's seat from now on, or at one's own again. */
  standBehind(seat: number | "own"): void {
    this.chosenSeat = seat;
    this.forget();
  }

  /** Bet at another of his boxes from now on; chips on their way arrive where they were laid. */
  async chooseBox(seat: number): Promise<void> {
    await this.until(() => !this.busy);
    this.standBehind(seat);
  }

  /** What the server has of his at this seat. */
  get placed(): Layout {
    return this.placedAt(this.at);
  }

  private placedAt(seat: number | null): Layout {
    return this.view?.own?.spots.find((spot) => spot.seat === seat)?.wagers ?? {};
  }

  private get placedPromotional(): readonly string[] {
    return this.view?.own?.spots.find((spot) => spot.seat === this.at)?.promotional_wagers ?? [];
  }

  /** The wagers that are made with promotional chips, this screen's taps among them. */
  get promotional(): readonly string[] {
    return this.isWanted ? (this.wanted?.promotional ?? []) : this.placedPromotional;
  }

  isPromotional(id: string): boolean {
    return this.promotional.includes(id);
  }

  /** His promotional chips; null where the house takes none and he has none. */
  get purse(): PromotionalPurse | null {
    return this.view?.own?.promotional ?? null;
  }

  /** Promotional chips less those that are still on their way. */
  get promotionalLeft(): number {
    return (this.purse?.cents ?? 0) + of(this.placed, this.placedPromotional) - of(this.shown, this.promotional);
  }

  /** What lies at a box, this screen's taps among it. */
  shownAt(seat: number): Layout {
    return seat === this.at ? this.shown : this.placedAt(seat);
  }

  /** What lies at his other boxes, or lay there last round where none of them has chips: it is repeated with the rest. */
  get otherLayouts(): Readonly<Record<number, Layout>> {
    const others = this.boxes.filter((seat) => seat !== this.at);
    const lies = this.boxes.some((seat) => Object.keys(this.shownAt(seat)).length > 0);
    const of = (seat: number): Layout => (lies ? this.placedAt(seat) : (this.previous[seat] ?? {}));
    return Object.fromEntries(others.map((seat) => [seat, of(seat)] as const).filter(([, layout]) => Object.keys(layout).length > 0));
  }

  /** The chips this screen has had confirmed for the round; null when it has sent none. */
  get expects(): Layout | null {
    const { answered } = this;
    return answered !== null && answered.round === this.view?.betting.round && answered.seat === this.at ? answered.layout : null;
  }

  /** What the player sees: his taps at once. */
  get shown(): Layout {
    return this.isWanted ? (this.wanted?.layout ?? {}) : this.placed;
  }

  private get isWanted(): boolean {
    const { view, wanted } = this;
    const counts = wanted !== null && view !== null && view.phase === "betting" && wanted.round === view.betting.round;
    return counts && (wanted.seat === null || wanted.seat === this.at);
  }

  get balance(): number {
    const told = this.view?.own?.balance_cents ?? 0;
    return this.credit !== null && this.credit.seen === told ? this.credit.cents : told;
  }

  /** All his chips at this table, behind other seats too. */
  get staked(): number {
    return this.view?.own?.staked_cents ?? 0;
  }

  /** Credit less the chips that are still on their way. */
  get left(): number {
    return this.balance + this.placedCredit - total(this.shown) + of(this.shown, this.promotional);
  }

  private get placedCredit(): number {
    return total(this.placed) - of(this.placed, this.placedPromotional);
  }

  get lastLayout(): Layout | null {
    return this.previous[this.at ?? 0] ?? null;
  }

  /** The round before, also after the next bets have opened. */
  get last(): LastRound | null {
    return this.view?.last ?? this.kept;
  }

  /** Last round's chips at all his boxes, by wager; null when there are none to repeat. */
  get repeatable(): Layout | null {
    const seats = [...new Set([this.at ?? 0, ...this.boxes])];
    const layouts = seats.map((seat) => this.previous[seat]).filter((layout) => layout !== undefined);
    return layouts.length === 0 ? null : layouts.reduce<Layout>(added, {});
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  isPending(id: string): boolean {
    return (this.shown[id] ?? 0) !== (this.placed[id] ?? 0);
  }

  /** Remember a settled round: its cards stay to be seen, and its chips can be repeated. */
  remember(last: (LastRound & { own?: { spots?: readonly Spots[] } }) | null): void {
    if (last === null) return;
    this.kept = last;
    const results = last.own?.results ?? [];
    const spots = this.lying?.round === last.round ? this.lying.spots : last.own?.spots;
    if (results.length > 0) this.previous = spots === undefined ? layoutsOf(results) : Object.fromEntries(spots.map((spot) => [spot.seat, spot.wagers]));
  }

  /** What was placed before the first card: a raised wager is repeated as it was bet. */
  keepPlaced(round: string | null, spots: readonly Spots[]): void {
    if (round !== null && spots.length > 0) this.lying = { round, spots };
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
    const wrong = this.whyOtherKind(wager);
    if (wrong !== null) return this.say(wrong);
    const stake = fixed ? wager.limit.least_cents : this.isMost ? this.mostOn(wager) : (before[wager.id] ?? 0) + this.chip;
    const isThere = fixed && before[wager.id] === stake;
    if (isThere) this.say(() => t("why.exactly", { amount: dollars(stake) }));
    else this.put(withStake(this.view, before, wager, stake), wager);
  }

  /** The most that a spot takes, as far as the credit reaches; one chip where that is not even the least. */
  private mostOn(wager: Wager): number {
    const { least_cents: least, most_cents: most } = wager.limit;
    const reach = (this.shown[wager.id] ?? 0) + (this.usesPromotional ? this.promotionalLeft : this.left);
    const whole = Math.min(most, reach - (reach % 100));
    return whole < least ? (this.shown[wager.id] ?? 0) + this.chip : whole;
  }

  /** Take one spot's chips back. */
  takeBack(wager: Wager): void {
    if (this.view !== null && this.shown[wager.id] !== undefined) this.put(withStake(this.view, this.shown, wager, 0), null);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.want(before.layout, before.promotional);
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

  /** Last round's chips again, at every box that has none yet. */
  repeat(): void {
    const others = this.boxes.filter((seat) => seat !== this.at && this.previous[seat] !== undefined);
    const layouts = Object.fromEntries(others.map((seat) => [seat, this.previous[seat] ?? {}] as const));
    void this.tryLayAll(this.lastLayout, layouts).then((why) => {
      if (why !== null) this.say(why);
    });
  }

  /** A layout here, and one at each other box that has no chips; why it could not be laid, null when it was. */
  async tryLayAll(here: Layout | null, others: Readonly<Record<number, Layout>>): Promise<Sentence | null> {
    const why = here === null ? null : await this.tryLay(here);
    return why ?? this.layOthers(others);
  }

  private async layOthers(layouts: Readonly<Record<number, Layout>>): Promise<Sentence | null> {
    let left = this.left;
    for (const [box, layout] of Object.entries(layouts)) {
      const [{ view }, seat] = [this, Number(box)];
      if (view === null || !this.boxes.includes(seat) || Object.keys(this.placedAt(seat)).length > 0) continue;
      const why = this.whyNotLaid(view, layout) ?? whyNoBets(view, this.live.now());
      if (why !== null) return why;
      if (total(layout) > left) return () => t("why.balance", { amount: dollars(left) });
      left -= total(layout);
      const refused = await this.sendTo(seat, layout);
      if (refused !== null) return refused;
    }
    return null;
  }

  private async sendTo(seat: number, layout: Layout): Promise<Sentence | null> {
    try {
      await this.live.command({ do: "place-wagers", seat, wagers: Object.entries(layout).map(([wager, cents]) => ({ wager, cents })) });
      return null;
    } catch (refusal) {
      return refusedInWords(refusal);
    }
  }

  /** A whole layout at once: last round's, a favourite, twice the chips. */
  lay(layout: Layout): void {
    void this.tryLay(layout).then((why) => {
      if (why !== null) this.say(why);
    });
  }

  /** The same; why it could not be laid, null when it was. */
  async tryLay(layout: Layout): Promise<Sentence | null> {
    if (!(await this.seated()) || this.view === null) return this.note ?? (() => t("why.no_seat"));
    const offered = Object.entries(layout).filter(([id]) => this.view?.wagers.some((wager) => wager.id === id));
    const next = Object.fromEntries(offered);
    const why = this.whyNotLaid(this.view, next) ?? whyNoBets(this.view, this.live.now()) ?? this.whyTooDear(next);
    if (why === null) this.put(next, null);
    return why;
  }

  private whyNotLaid(view: TableView, layout: Layout): Sentence | null {
    const wagers = view.wagers.filter((wager) => layout[wager.id] !== undefined);
    return wagers.map((wager) => whyNot(view, layout, wager, this.behind !== null)).find((why) => why !== null) ?? null;
  }

  say(sentence: Sentence | null): void {
    clearTimeout(this.noteTimer);
    this.note = sentence;
    if (sentence !== null) this.noteTimer = window.setTimeout(() => (this.note = null), NOTE_MS);
  }

  private put(next: Layout, wager: Wager | null): void {
    const { view } = this;
    if (view === null) return;
    const why = whyNoBets(view, this.live.now()) ?? (wager === null ? null : whyNot(view, next, wager, this.behind !== null)) ?? this.whyTooDear(next);
    if (why !== null) return this.say(why);
    this.say(null);
    this.past = [...this.past, { layout: this.shown, promotional: this.promotional }];
    const promotional = this.promotionalIn(next);
    chipSound();
    touchRack();
    this.want(next, promotional);
  }

  /** What of a layout is promotional: what was, and what is new while the switch is on. */
  private promotionalIn(next: Layout): readonly string[] {
    const { shown } = this;
    return Object.keys(next).filter((id) => (shown[id] === undefined ? this.usesPromotional && this.takesPromotional(id) : this.isPromotional(id)));
  }

  takesPromotional(id: string): boolean {
    const wager = this.view?.wagers.find((one) => one.id === id);
    const isMetered = this.view?.progressives.some((meter) => meter.wager === id) ?? false;
    return wager !== undefined && !isMetered && this.view?.player_dealer === null && (this.purse?.groups.includes(wager.group) ?? false);
  }

  /** A wager is of one kind of money, and some are of credit only. */
  private whyOtherKind(wager: Wager): Sentence | null {
    const lies = this.shown[wager.id] !== undefined;
    if (lies && this.isPromotional(wager.id) !== this.usesPromotional) return () => t("promo.one_kind");
    return this.usesPromotional && !this.takesPromotional(wager.id) ? () => t("promo.not_here", { wager: wager.title }) : null;
  }

  private whyTooDear(next: Layout): Sentence | null {
    const promotional = of(next, this.promotionalIn(next));
    const given = (this.purse?.cents ?? 0) + of(this.placed, this.placedPromotional);
    if (promotional > given) return () => t("promo.reaches", { amount: dollars(given) });
    const [credit, has] = [total(next) - promotional, this.balance + this.placedCredit];
    if (credit > has) return () => t("why.balance", { amount: dollars(has) });
    if (this.limits === null) return null;
    return whyOwnLimit(this.limits, leftOf(this.limits, this.staked, this.live.now()), credit - this.placedCredit);
  }

  private want(layout: Layout, promotional: readonly string[]): void {
    const round = this.view?.betting.round;
    if (!round) return;
    this.wanted = { round, seat: this.at, layout, promotional };
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
    const { view, wanted } = this;
    const seat = wanted?.seat ?? this.at;
    if (view === null || wanted === null || seat === null || wanted.round !== view.betting.round) return false;
    const layout = standing(view, wanted.layout, this.behind !== null);
    const isAnswered = this.answered?.round === wanted.round && this.answered.seat === seat;
    const known: Lying = isAnswered && this.answered !== null ? this.answered : { layout: this.placed, promotional: this.placedPromotional };
    const promotional = wanted.promotional.filter((id) => layout[id] !== undefined);
    if (same(layout, known.layout) && sameKinds(promotional, known.promotional)) return false;
    const wagers = Object.entries(layout).map(([wager, cents]) => (promotional.includes(wager) ? { wager, cents, promotional: true } : { wager, cents }));
    await this.live.command({ do: "place-wagers", seat, wagers });
    this.answered = { round: wanted.round, seat, layout, promotional };
    return true;
  }

  private refused(refusal: unknown): void {
    this.forget();
    const isLate = refusal instanceof Refusal && refusal.code === "table/phase";
    this.say(isLate ? () => t("why.too_late") : refusedInWords(refusal));
  }

  /** Whoever touches the felt without a seat gets the first one free; whoever stands behind another needs none. */
  async seated(): Promise<boolean> {
    if (this.behind !== null) return true;
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
    await this.until(() => this.seat !== null);
  }

  /** Take a free seat as another box, and bet there from now on. */
  async takeBox(seat: number): Promise<void> {
    try {
      await this.live.command({ do: "sit-down", seat });
      await this.until(() => this.boxes.includes(seat));
      await this.chooseBox(seat);
    } catch (refusal) {
      this.say(refusedInWords(refusal));
    }
  }

  /** Give one of several boxes back. */
  async leaveBox(seat: number): Promise<void> {
    try {
      await this.live.command({ do: "stand-up", seat });
    } catch (refusal) {
      this.say(refusedInWords(refusal));
    }
  }

  /** Wait for the table to show something, a second at most. */
  private async until(holds: () => boolean): Promise<void> {
    for (let wait = 0; wait < 40 && !holds(); wait += 1) await new Promise((go) => setTimeout(go, 25));
  }

  /** Take this seat; whoever has another leaves it first. */
  async moveTo(seat: number): Promise<void> {
    try {
      if (this.seat !== null) await this.live.command({ do: "stand-up" });
      await this.until(() => this.seat === null);
      await this.sit(seat);
      this.standBehind("own");
    } catch (refusal) {
      this.say(refusedInWords(refusal));
    }
  }

  private cannot(sentence: Sentence): boolean {
    this.say(sentence);
    return false;
  }
}

/** The chips on some of a layout's wagers. */
function of(layout: Layout, wagers: readonly string[]): number {
  return wagers.reduce((sum, id) => sum + (layout[id] ?? 0), 0);
}

function sameKinds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Each seat's chips of a settled round. */
function layoutsOf(results: readonly Result[]): Record<number, Layout> {
  const layouts: Record<number, Record<string, number>> = {};
  for (const one of results) layouts[one.seat] = { ...layouts[one.seat], [one.wager]: one.cents };
  return layouts;
}
