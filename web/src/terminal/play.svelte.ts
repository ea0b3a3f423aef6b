import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live.svelte";
import { dollars } from "../lib/money";
import type { LastRound, PromotionalBalance, TableView, Wager } from "../lib/types";
import { mayStandBehind } from "./backline";
import { withStake } from "./equal";
import { touchRack } from "./flights";
import { shortTitle } from "./layout";
import { leftOf, whyOwnLimit, type ToldLimits } from "./own-limits";
import { chipSound } from "../lib/sounds";
import { added, same, standing, total, whyNoBets, whyNot, type Layout, type Sentence } from "./reasons";
import { refusedInWords } from "./refusals";
import { t } from "./words";

type Lying = { layout: Layout; promotional: readonly string[] };
/** Chips as they were tapped. `seat`: null until he has one; `confirmed`: what the house had of his there at the tap. */
type Wanted = Lying & { round: string; seat: number | null; isBehind: boolean; confirmed: Layout };

const TURNS_MOST = 50;
const NOTE_MS = 5000;
/** How long the view of a seat is waited for that the house has already given. */
const VIEW_MS = 10_000;
/** Where chips are kept that were laid before he had a seat. */
const NO_SEAT = 0;

/**
 * A player's chips at one table. A tap takes its value, its kind of money, its seat and its round at the moment it is made,
 * shows at once, and is confirmed by the server's view. Quick taps travel together: one command is on its way at most, and
 * the newest layout goes next.
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
  /** This screen's chips by seat, until the round is over or the house refuses them. */
  private wanted = $state.raw<Readonly<Record<number, Wanted>>>({});
  private past = $state.raw<readonly Lying[]>([]);
  private kept = $state.raw<LastRound | null>(null);
  private previous = $state.raw<Readonly<Record<number, Layout>>>({});
  /** What the house has confirmed to this screen, by seat. */
  private answered: Readonly<Record<number, Lying & { round: string }>> = {};
  private sent: Wanted | null = null;
  private sending: Promise<Sentence | null> = Promise.resolve(null);
  private seating: Promise<number | null> | null = null;
  private busy = false;
  private noteTimer = 0;

  constructor(readonly live: LiveTable) {}

  get view(): TableView | null {
    return this.live.view;
  }

  get seat(): number | null {
    return this.view?.player?.seat ?? null;
  }

  get isBusy(): boolean {
    return this.busy;
  }

  /** The boxes he holds, as they stand at the table. */
  get boxes(): readonly number[] {
    return [...(this.view?.player?.seats ?? [])].sort((one, other) => one - other);
  }

  /** Whether he may hold another one: the house lets him, a seat is free, and he does not bank. */
  get mayTakeBox(): boolean {
    const { view, boxes } = this;
    if (view === null || boxes.length === 0 || boxes.length >= view.game.boxes) return false;
    return view.phase !== "closed" && (view.player?.bank_cents ?? 0) === 0 && view.seats.some((one) => !one.is_taken);
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
    return this.seat ?? view?.player?.spots[0]?.seat ?? null;
  }

  /** Bet behind another's seat from now on, or at one's own again. */
  standBehind(seat: number | "own"): void {
    this.bindToSeat();
    this.chosenSeat = seat;
    this.past = [];
  }

  /** Bet at another of his boxes from now on; chips on their way arrive where they were laid. */
  chooseBox(seat: number): void {
    this.standBehind(seat);
  }

  /** What the server has of his at this seat. */
  get placed(): Layout {
    return this.placedAt(this.at);
  }

  private placedAt(seat: number | null): Layout {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.wagers ?? {};
  }

  private get placedPromotional(): readonly string[] {
    return this.promotionalAt(this.at);
  }

  private promotionalAt(seat: number | null): readonly string[] {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.promotional_wagers ?? [];
  }

  /** The wagers that are made with promotional chips, this screen's taps among them. */
  get promotional(): readonly string[] {
    return this.wantedAt(this.at)?.promotional ?? this.placedPromotional;
  }

  isPromotional(id: string): boolean {
    return this.promotional.includes(id);
  }

  /** His promotional chips; null where the house takes none and he has none. */
  get purse(): PromotionalBalance | null {
    return this.view?.player?.promotional ?? null;
  }

  /** Promotional chips less those that are still on their way. */
  get promotionalLeft(): number {
    return (this.purse?.cents ?? 0) + of(this.placed, this.placedPromotional) - of(this.shown, this.promotional);
  }

  /** What lies at a box, this screen's taps among it. */
  shownAt(seat: number | null): Layout {
    return this.wantedAt(seat)?.layout ?? this.placedAt(seat);
  }

  /** What lies at his other boxes, or lay there last round where none of them has chips: it is repeated with the rest. */
  get otherLayouts(): Readonly<Record<number, Layout>> {
    const others = this.boxes.filter((seat) => seat !== this.at);
    const lies = this.boxes.some((seat) => Object.keys(this.shownAt(seat)).length > 0);
    const of = (seat: number): Layout => (lies ? this.shownAt(seat) : (this.previous[seat] ?? {}));
    return Object.fromEntries(others.map((seat) => [seat, of(seat)] as const).filter(([, layout]) => Object.keys(layout).length > 0));
  }

  /** The chips this screen has had confirmed for the round; null when it has sent none. */
  get expects(): Layout | null {
    const answered = this.answered[this.at ?? NO_SEAT];
    return answered !== undefined && answered.round === this.view?.betting.round ? answered.layout : null;
  }

  /** What the player sees: his taps at once. */
  get shown(): Layout {
    return this.shownAt(this.at);
  }

  /** This screen's chips at a seat, while the bets of their round are open. Those laid without a seat lie at his own. */
  private wantedAt(seat: number | null): Wanted | null {
    const isOwn = seat === null || seat === this.seat;
    const wanted = this.wanted[seat ?? NO_SEAT] ?? (isOwn ? this.wanted[NO_SEAT] : undefined);
    return wanted !== undefined && this.isOpenFor(wanted) ? wanted : null;
  }

  private isOpenFor(wanted: Wanted): boolean {
    return this.view?.phase === "betting" && wanted.round === this.view.betting.round;
  }

  /** His credit as the house has it. */
  get balance(): number {
    const told = this.view?.player?.balance_cents ?? 0;
    return this.credit !== null && this.credit.seen === told ? this.credit.cents : told;
  }

  /** All his chips at this table, behind other seats too. */
  get staked(): number {
    return this.view?.player?.staked_cents ?? 0;
  }

  /** Credit less the chips that are still on their way. */
  get left(): number {
    return this.balance - this.unconfirmed;
  }

  /** Credit in chips that the house has not confirmed; less than nothing where chips are taken back. */
  get unconfirmed(): number {
    const open = Object.values(this.wanted).filter((one) => this.isOpenFor(one));
    return open.reduce((sum, one) => sum + creditIn(one.layout, one.promotional) - this.placedCreditAt(one.seat ?? this.seat), 0);
  }

  /** Wagers whose chips lie otherwise on this screen than the house has them. */
  get unconfirmedWagers(): Wager[] {
    const open = Object.values(this.wanted).filter((one) => this.isOpenFor(one));
    const differs = (one: Wanted, id: string): boolean => (one.layout[id] ?? 0) !== (this.placedAt(one.seat ?? this.seat)[id] ?? 0);
    return (this.view?.wagers ?? []).filter((wager) => open.some((one) => differs(one, wager.id)));
  }

  /** Whether the house has wagers of his in this round. */
  get hasConfirmed(): boolean {
    return this.staked > 0 || (this.view?.player?.promotional_staked_cents ?? 0) > 0;
  }

  private placedCreditAt(seat: number | null): number {
    return creditIn(this.placedAt(seat), this.promotionalAt(seat));
  }

  get lastLayout(): Layout | null {
    return this.previous[this.at ?? 0] ?? null;
  }

  /** The round before, also after the next bets have opened. */
  get last(): LastRound | null {
    return this.view?.last_round ?? this.kept;
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

  /** Remember a settled round: its cards stay to be seen, and the chips that were placed in it can be repeated. */
  remember(last: LastRound | null): void {
    if (last === null) return;
    this.kept = last;
    const spots = last.player?.spots ?? [];
    if (spots.length > 0) this.previous = Object.fromEntries(spots.map((spot) => [spot.seat, spot.wagers]));
  }

  /** Drop this screen's taps: what the house has is shown. */
  forget(): void {
    this.past = [];
    this.wanted = {};
    this.answered = {};
  }

  /** The bets are closed: say which chips of this screen were never bet, and drop all its taps. */
  closeBets(): void {
    const wagers = [...new Set(Object.values(this.wanted).flatMap((one) => this.notBet(one)))];
    const titles = wagers.map((id) => this.view?.wagers.find((wager) => wager.id === id)).filter((wager) => wager !== undefined).map(shortTitle);
    this.forget();
    if (titles.length > 0) this.say(() => t("why.not_bet", { wagers: titles.join(", ") }));
  }

  /** Wagers that lie with more than the house has had from this screen. Of what is on its way the answer tells. */
  private notBet(wanted: Wanted): string[] {
    const answered = this.answered[wanted.seat ?? this.seat ?? NO_SEAT];
    const sent = this.sent !== null && this.sent.seat === wanted.seat ? this.sent.layout : {};
    const known = [wanted.confirmed, answered?.round === wanted.round ? answered.layout : {}, sent];
    return Object.keys(wanted.layout).filter((id) => known.every((layout) => (layout[id] ?? 0) < (wanted.layout[id] ?? 0)));
  }

  /** Lay the chosen chip on a spot. Whoever has no seat gets the first free one; his chips lie there from now on. */
  tap(wager: Wager): void {
    if (this.view === null) return;
    const fixed = wager.limit.least_cents === wager.limit.most_cents;
    const before = this.shown;
    const wrong = this.whyOtherKind(wager);
    if (wrong !== null) return this.say(wrong);
    const stake = fixed ? wager.limit.least_cents : this.isMost ? this.mostOn(wager) : (before[wager.id] ?? 0) + this.chip;
    const isThere = fixed && before[wager.id] === stake;
    if (isThere) return this.say(() => t("why.exactly", { amount: dollars(stake) }));
    if (!this.hasPlace) void this.takeSeat();
    this.put(withStake(this.view, before, wager, stake), wager);
  }

  private get hasPlace(): boolean {
    return this.seat !== null || this.behind !== null;
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
    this.want(this.at, before.layout, before.promotional);
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
    this.say(this.layAll(this.lastLayout, Object.fromEntries(others.map((seat) => [seat, this.previous[seat] ?? {}] as const))));
  }

  /** A layout here, and one at each other box that has no chips; why the house or the rules refuse it, null when it lies. */
  async tryLayAll(here: Layout | null, others: Readonly<Record<number, Layout>>): Promise<Sentence | null> {
    return this.layAll(here, others) ?? (await this.sending);
  }

  private layAll(here: Layout | null, others: Readonly<Record<number, Layout>>): Sentence | null {
    return (here === null ? null : this.tryLay(here)) ?? this.layOthers(others);
  }

  private layOthers(layouts: Readonly<Record<number, Layout>>): Sentence | null {
    for (const [box, layout] of Object.entries(layouts)) {
      const [{ view, left }, seat] = [this, Number(box)];
      if (view === null || !this.boxes.includes(seat) || Object.keys(this.shownAt(seat)).length > 0) continue;
      const why = this.whyNotLaid(view, layout) ?? whyNoBets(view, this.live.now());
      if (why !== null) return why;
      if (total(layout) > left) return () => t("why.balance", { amount: dollars(left) });
      this.want(seat, layout, []);
    }
    return null;
  }

  /** A whole layout at once: last round's, a favourite, twice the chips. */
  lay(layout: Layout): void {
    const why = this.tryLay(layout);
    if (why !== null) this.say(why);
  }

  /** The same; why it cannot be laid, null when it lies on this screen. */
  tryLay(layout: Layout): Sentence | null {
    if (this.view === null) return () => t("why.no_seat");
    const offered = Object.entries(layout).filter(([id]) => this.view?.wagers.some((wager) => wager.id === id));
    const next = Object.fromEntries(offered);
    const why = this.whyNoPlace() ?? this.whyNotLaid(this.view, next) ?? whyNoBets(this.view, this.live.now()) ?? this.whyTooDear(next);
    if (why === null) this.put(next, null);
    return why;
  }

  private whyNoPlace(): Sentence | null {
    const isFull = this.view?.seats.every((seat) => seat.is_taken) ?? false;
    return this.hasPlace || !isFull ? null : () => t("why.no_seat");
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
    const why = this.whyNoPlace() ?? whyNoBets(view, this.live.now()) ?? (wager === null ? null : whyNot(view, next, wager, this.behind !== null)) ?? this.whyTooDear(next);
    if (why !== null) return this.say(why);
    this.say(null);
    this.past = [...this.past, { layout: this.shown, promotional: this.promotional }];
    const promotional = this.promotionalIn(next);
    chipSound();
    touchRack();
    this.want(this.at, next, promotional);
  }

  /** What of a layout is promotional: what was, and what is new while the switch is on. */
  private promotionalIn(next: Layout): readonly string[] {
    const { shown } = this;
    return Object.keys(next).filter((id) => (shown[id] === undefined ? this.usesPromotional && this.takesPromotional(id) : this.isPromotional(id)));
  }

  takesPromotional(id: string): boolean {
    const wager = this.view?.wagers.find((one) => one.id === id);
    const isMetered = this.view?.progressives.some((meter) => meter.wager === id) ?? false;
    return wager !== undefined && !isMetered && this.view?.player_dealer === null && (this.purse?.wager_groups.includes(wager.group) ?? false);
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
    const [credit, has] = [total(next) - promotional, this.left + creditIn(this.shown, this.promotional)];
    if (credit > has) return () => t("why.balance", { amount: dollars(has) });
    if (this.limits === null) return null;
    return whyOwnLimit(this.limits, leftOf(this.limits, this.staked, this.live.now()), credit - this.placedCreditAt(this.at));
  }

  private want(seat: number | null, layout: Layout, promotional: readonly string[]): void {
    const round = this.view?.betting.round;
    if (!round) return;
    this.bindToSeat();
    const isBehind = seat !== null && !this.boxes.includes(seat);
    const known = this.known(seat, round);
    this.wanted = { ...this.wanted, [seat ?? NO_SEAT]: { round, seat, isBehind, layout, promotional, confirmed: known.layout } };
    if (!this.busy) this.sending = this.send();
  }

  /** Chips that were laid before he had a seat lie at his own once he has it. */
  private bindToSeat(): void {
    const { [NO_SEAT]: loose, ...bound } = this.wanted;
    const { seat } = this;
    if (loose === undefined || seat === null) return;
    this.wanted = bound[seat] === undefined ? { ...bound, [seat]: { ...loose, seat } } : bound;
  }

  /** What the house has of his at a seat, as far as this screen knows. */
  private known(seat: number | null, round: string): Lying {
    const answered = this.answered[seat ?? NO_SEAT];
    return answered?.round === round ? answered : { layout: this.placedAt(seat), promotional: this.promotionalAt(seat) };
  }

  /** Send until the house has answered everything; its last refusal, or null. */
  private async send(): Promise<Sentence | null> {
    let refused: Sentence | null = null;
    this.busy = true;
    try {
      for (let turn = 0; turn < TURNS_MOST; turn += 1) {
        const wanted = this.unsent();
        if (wanted === undefined) break;
        refused = (await this.sendOne(wanted)) ?? refused;
      }
    } finally {
      this.busy = false;
    }
    return refused;
  }

  private unsent(): Wanted | undefined {
    return Object.values(this.wanted).find((one) => this.isOpenFor(one) && !this.isKnown(one));
  }

  private isKnown(wanted: Wanted): boolean {
    const [next, known] = [this.toSend(wanted), this.known(wanted.seat ?? this.seat, wanted.round)];
    return same(next.layout, known.layout) && sameKinds(next.promotional, known.promotional);
  }

  /** The part of the chips that may stand as they lie; the rest waits on this screen. */
  private toSend(wanted: Wanted): Lying {
    const layout = this.view === null ? {} : standing(this.view, wanted.layout, wanted.isBehind);
    return { layout, promotional: wanted.promotional.filter((id) => layout[id] !== undefined) };
  }

  /** One layout as it lies now, for the round and the seat it was laid for; why it was refused. */
  private async sendOne(wanted: Wanted): Promise<Sentence | null> {
    if (wanted.seat === null && this.seat === null) {
      const taken = await this.takeSeat();
      if (taken === null) this.drop(NO_SEAT);
      return taken === null ? this.note : null;
    }
    const seat = wanted.seat ?? this.seat ?? NO_SEAT;
    const { layout, promotional } = this.toSend(wanted);
    const wagers = Object.entries(layout).map(([wager, cents]) => (promotional.includes(wager) ? { wager, cents, promotional: true } : { wager, cents }));
    this.sent = { ...wanted, layout };
    try {
      await this.live.command({ do: "place-wagers", seat, round: wanted.round, wagers });
      this.answered = { ...this.answered, [seat]: { round: wanted.round, layout, promotional } };
      return null;
    } catch (refusal) {
      this.drop(wanted.seat ?? NO_SEAT, seat);
      return this.refused(refusal);
    } finally {
      this.sent = null;
    }
  }

  private drop(...seats: number[]): void {
    this.wanted = Object.fromEntries(Object.entries(this.wanted).filter(([seat]) => !seats.includes(Number(seat))));
    this.past = [];
  }

  private refused(refusal: unknown): Sentence {
    const isLate = refusal instanceof Refusal && refusal.code === "table/wrong_phase";
    const why: Sentence = isLate ? () => t("why.too_late") : refusedInWords(refusal);
    this.say(why);
    return why;
  }

  /** Whether he has a place to bet at: whoever has no seat gets the first free one; whoever stands behind another needs none. */
  async seated(): Promise<boolean> {
    return this.hasPlace || (await this.takeSeat()) !== null;
  }

  /** Take the first free seat, once however often it is asked for; null, and a word said, where none is to be had. */
  private takeSeat(): Promise<number | null> {
    this.seating ??= this.takeFirstFree().finally(() => (this.seating = null));
    return this.seating;
  }

  private async takeFirstFree(): Promise<number | null> {
    const tried = new Set<number>();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (this.seat !== null) return this.seat;
      const free = this.view?.seats.find((one) => !one.is_taken && !tried.has(one.seat));
      if (free === undefined) return this.cannot(() => t("why.no_seat"));
      tried.add(free.seat);
      try {
        await this.sit(free.seat);
        if (this.seat !== null) return this.seat;
        return this.cannot(() => t("state.no_answer"));
      } catch (refusal) {
        const taken = refusal instanceof Refusal && refusal.code === "seat/taken";
        if (!taken) return this.cannot(refusedInWords(refusal));
      }
    }
    return this.cannot(() => t("why.no_seat"));
  }

  async sit(seat: number): Promise<void> {
    await this.live.command({ do: "sit-down", seat });
    await this.until(() => this.seat !== null, VIEW_MS);
  }

  /** Take a free seat as another box, and bet there from now on. */
  async takeBox(seat: number): Promise<void> {
    try {
      await this.live.command({ do: "sit-down", seat });
      await this.until(() => this.boxes.includes(seat));
      this.chooseBox(seat);
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

  /** Wait for the table to show something, a second at most if not told otherwise. */
  private async until(holds: () => boolean, most_ms = 1000): Promise<void> {
    for (let waited = 0; waited < most_ms && !holds(); waited += 25) await new Promise((go) => setTimeout(go, 25));
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

  private cannot(sentence: Sentence): null {
    this.say(sentence);
    return null;
  }
}

/** The chips on some of a layout's wagers. */
function of(layout: Layout, wagers: readonly string[]): number {
  return wagers.reduce((sum, id) => sum + (layout[id] ?? 0), 0);
}

/** The chips of a layout that are credit. */
function creditIn(layout: Layout, promotional: readonly string[]): number {
  return total(layout) - of(layout, promotional);
}

function sameKinds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
