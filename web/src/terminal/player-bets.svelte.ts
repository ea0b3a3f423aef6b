import { Refusal } from "../lib/api";
import type { LiveTable } from "../lib/live-table.svelte";
import { formatDollars } from "../lib/money";
import type { LastRound, PromotionalBalance, TableView, Wager } from "../lib/types";
import { canBetBehind } from "./backline";
import { withStake } from "./linked-wagers";
import { markChipsMoved } from "./chip-animation";
import { shortTitle } from "./spot-layout";
import { remainingLimits, ownLimitProblem, type LimitsSnapshot } from "./own-limits";
import { playChipSound } from "../lib/sounds";
import { addBets, isSameBets, placeableBets, totalCents, bettingClosedReason, betProblem, type BetsByWager, type LazyText } from "./bet-validation";
import { refusalText } from "./refusal-text";
import { t } from "./words";

type Lying = { layout: BetsByWager; promotional: readonly string[] };
/** Chips as they were tapped. `seat`: null until he has one; `confirmed`: what the house had of his there at the tap. */
type Wanted = Lying & { round: string; seat: number | null; isBehind: boolean; confirmed: BetsByWager };

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
export class PlayerBets {
  chipCents = $state(0);
  /** A touch lays the most that the spot and the credit allow. */
  betsMaximum = $state(false);
  /** A touch lays promotional chips: the whole wager is made with them. */
  usesPromotional = $state(false);
  message = $state.raw<LazyText | null>(null);
  /** Credit that came or went outside the table, until the table's own view shows it. */
  balanceOverride = $state.raw<{ reportedCents: number; cents: number } | null>(null);
  /** The limits he has set himself, as the house last told them. */
  limits = $state.raw<LimitsSnapshot | null>(null);
  private chosenSeat = $state<number | "own" | null>(null);
  /** This screen's chips by seat, until the round is over or the house refuses them. */
  private wanted = $state.raw<Readonly<Record<number, Wanted>>>({});
  private past = $state.raw<readonly Lying[]>([]);
  private kept = $state.raw<LastRound | null>(null);
  private previous = $state.raw<Readonly<Record<number, BetsByWager>>>({});
  /** What the house has confirmed to this screen, by seat. */
  private answered: Readonly<Record<number, Lying & { round: string }>> = {};
  private sent: Wanted | null = null;
  private sending: Promise<LazyText | null> = Promise.resolve(null);
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
  get canTakeBox(): boolean {
    const { view, boxes } = this;
    if (view === null || boxes.length === 0 || boxes.length >= view.game.boxes) return false;
    return view.phase !== "closed" && (view.player?.bank_cents ?? 0) === 0 && view.seats.some((one) => !one.is_taken);
  }

  /** The seat he stands behind; null while he bets at his own. */
  get behindSeat(): number | null {
    return this.bettingSeat === this.seat || this.boxes.includes(this.bettingSeat ?? 0) ? null : this.bettingSeat;
  }

  /** The seat whose spots the felt shows: the box he chose, or whom he stands behind, his own, or where chips of his lie. */
  get bettingSeat(): number | null {
    const { view, chosenSeat } = this;
    if (typeof chosenSeat === "number" && this.boxes.includes(chosenSeat)) return chosenSeat;
    if (typeof chosenSeat === "number" && view !== null && canBetBehind(view, chosenSeat)) return chosenSeat;
    if (chosenSeat === "own") return this.seat;
    return this.seat ?? view?.player?.spots[0]?.seat ?? null;
  }

  /** Bet behind another's seat from now on, or at one's own again. */
  chooseBettingSeat(seat: number | "own"): void {
    this.bindToSeat();
    this.chosenSeat = seat;
    this.past = [];
  }

  /** Bet at another of his boxes from now on; chips on their way arrive where they were laid. */
  chooseBox(seat: number): void {
    this.chooseBettingSeat(seat);
  }

  /** What the server has of his at this seat. */
  get placedBets(): BetsByWager {
    return this.placedAt(this.bettingSeat);
  }

  private placedAt(seat: number | null): BetsByWager {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.wagers ?? {};
  }

  private get placedPromotional(): readonly string[] {
    return this.promotionalAt(this.bettingSeat);
  }

  private promotionalAt(seat: number | null): readonly string[] {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.promotional_wagers ?? [];
  }

  /** The wagers that are made with promotional chips, this screen's taps among them. */
  get promotionalWagers(): readonly string[] {
    return this.wantedAt(this.bettingSeat)?.promotional ?? this.placedPromotional;
  }

  isPromotional(id: string): boolean {
    return this.promotionalWagers.includes(id);
  }

  /** His promotional chips; null where the house takes none and he has none. */
  get promotionalBalance(): PromotionalBalance | null {
    return this.view?.player?.promotional ?? null;
  }

  /** Promotional chips less those that are still on their way. */
  get promotionalLeftCents(): number {
    return (this.promotionalBalance?.cents ?? 0) + of(this.placedBets, this.placedPromotional) - of(this.shownBets, this.promotionalWagers);
  }

  /** What lies at a box, this screen's taps among it. */
  betsAt(seat: number | null): BetsByWager {
    return this.wantedAt(seat)?.layout ?? this.placedAt(seat);
  }

  /** What lies at his other boxes, or lay there last round where none of them has chips: it is repeated with the rest. */
  get betsAtOtherBoxes(): Readonly<Record<number, BetsByWager>> {
    const others = this.boxes.filter((seat) => seat !== this.bettingSeat);
    const lies = this.boxes.some((seat) => Object.keys(this.betsAt(seat)).length > 0);
    const of = (seat: number): BetsByWager => (lies ? this.betsAt(seat) : (this.previous[seat] ?? {}));
    return Object.fromEntries(others.map((seat) => [seat, of(seat)] as const).filter(([, layout]) => Object.keys(layout).length > 0));
  }

  /** The chips this screen has had confirmed for the round; null when it has sent none. */
  get expectedBets(): BetsByWager | null {
    const answered = this.answered[this.bettingSeat ?? NO_SEAT];
    return answered !== undefined && answered.round === this.view?.betting.round ? answered.layout : null;
  }

  /** What the player sees: his taps at once. */
  get shownBets(): BetsByWager {
    return this.betsAt(this.bettingSeat);
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
  get balanceCents(): number {
    const told = this.view?.player?.balance_cents ?? 0;
    return this.balanceOverride !== null && this.balanceOverride.reportedCents === told ? this.balanceOverride.cents : told;
  }

  /** All his chips at this table, behind other seats too. */
  get stakedCents(): number {
    return this.view?.player?.staked_cents ?? 0;
  }

  /** Credit less the chips that are still on their way. */
  get availableCents(): number {
    return this.balanceCents - this.unconfirmedCents;
  }

  /** Credit in chips that the house has not confirmed; less than nothing where chips are taken back. */
  get unconfirmedCents(): number {
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
  get hasConfirmedBets(): boolean {
    return this.stakedCents > 0 || (this.view?.player?.promotional_staked_cents ?? 0) > 0;
  }

  private placedCreditAt(seat: number | null): number {
    return creditIn(this.placedAt(seat), this.promotionalAt(seat));
  }

  get lastBets(): BetsByWager | null {
    return this.previous[this.bettingSeat ?? 0] ?? null;
  }

  /** The round before, also after the next bets have opened. */
  get lastRound(): LastRound | null {
    return this.view?.last_round ?? this.kept;
  }

  /** Last round's chips at all his boxes, by wager; null when there are none to repeat. */
  get repeatableBets(): BetsByWager | null {
    const seats = [...new Set([this.bettingSeat ?? 0, ...this.boxes])];
    const layouts = seats.map((seat) => this.previous[seat]).filter((layout) => layout !== undefined);
    return layouts.length === 0 ? null : layouts.reduce<BetsByWager>(addBets, {});
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  isPending(id: string): boolean {
    return (this.shownBets[id] ?? 0) !== (this.placedBets[id] ?? 0);
  }

  /** Remember a settled round: its cards stay to be seen, and the chips that were placed in it can be repeated. */
  rememberRound(last: LastRound | null): void {
    if (last === null) return;
    this.kept = last;
    const spots = last.player?.spots ?? [];
    if (spots.length > 0) this.previous = Object.fromEntries(spots.map((spot) => [spot.seat, spot.wagers]));
  }

  /** Drop this screen's taps: what the house has is shown. */
  discardLocalBets(): void {
    this.past = [];
    this.wanted = {};
    this.answered = {};
  }

  /** The bets are closed: say which chips of this screen were never bet, and drop all its taps. */
  closeBetting(): void {
    const wagers = [...new Set(Object.values(this.wanted).flatMap((one) => this.notBet(one)))];
    const titles = wagers.map((id) => this.view?.wagers.find((wager) => wager.id === id)).filter((wager) => wager !== undefined).map(shortTitle);
    this.discardLocalBets();
    if (titles.length > 0) this.showMessage(() => t("why.not_bet", { wagers: titles.join(", ") }));
  }

  /** Wagers that lie with more than the house has had from this screen. Of what is on its way the answer tells. */
  private notBet(wanted: Wanted): string[] {
    const answered = this.answered[wanted.seat ?? this.seat ?? NO_SEAT];
    const sent = this.sent !== null && this.sent.seat === wanted.seat ? this.sent.layout : {};
    const known = [wanted.confirmed, answered?.round === wanted.round ? answered.layout : {}, sent];
    return Object.keys(wanted.layout).filter((id) => known.every((layout) => (layout[id] ?? 0) < (wanted.layout[id] ?? 0)));
  }

  /** Lay the chosen chip on a spot. Whoever has no seat gets the first free one; his chips lie there from now on. */
  placeChip(wager: Wager): void {
    if (this.view === null) return;
    const fixed = wager.limit.least_cents === wager.limit.most_cents;
    const before = this.shownBets;
    const wrong = this.whyOtherKind(wager);
    if (wrong !== null) return this.showMessage(wrong);
    const stake = fixed ? wager.limit.least_cents : this.betsMaximum ? this.mostOn(wager) : (before[wager.id] ?? 0) + this.chipCents;
    const isThere = fixed && before[wager.id] === stake;
    if (isThere) return this.showMessage(() => t("why.exactly", { amount: formatDollars(stake) }));
    if (!this.hasPlace) void this.takeSeat();
    this.put(withStake(this.view, before, wager, stake), wager);
  }

  private get hasPlace(): boolean {
    return this.seat !== null || this.behindSeat !== null;
  }

  /** The most that a spot takes, as far as the credit reaches; one chip where that is not even the least. */
  private mostOn(wager: Wager): number {
    const { least_cents: least, most_cents: most } = wager.limit;
    const reach = (this.shownBets[wager.id] ?? 0) + (this.usesPromotional ? this.promotionalLeftCents : this.availableCents);
    const whole = Math.min(most, reach - (reach % 100));
    return whole < least ? (this.shownBets[wager.id] ?? 0) + this.chipCents : whole;
  }

  /** Take one spot's chips back. */
  removeChips(wager: Wager): void {
    if (this.view !== null && this.shownBets[wager.id] !== undefined) this.put(withStake(this.view, this.shownBets, wager, 0), null);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.want(this.bettingSeat, before.layout, before.promotional);
  }

  clear(): void {
    this.put({}, null);
  }

  double(): void {
    const twice = Object.fromEntries(Object.entries(this.shownBets).map(([id, cents]) => [id, cents * (this.isFixed(id) ? 1 : 2)]));
    this.placeBets(twice);
  }

  private isFixed(id: string): boolean {
    const limit = this.view?.wagers.find((wager) => wager.id === id)?.limit;
    return limit !== undefined && limit.least_cents === limit.most_cents;
  }

  /** Last round's chips again, at every box that has none yet. */
  repeat(): void {
    const others = this.boxes.filter((seat) => seat !== this.bettingSeat && this.previous[seat] !== undefined);
    this.showMessage(this.layAll(this.lastBets, Object.fromEntries(others.map((seat) => [seat, this.previous[seat] ?? {}] as const))));
  }

  /** A layout here, and one at each other box that has no chips; why the house or the rules refuse it, null when it lies. */
  async tryPlaceAtAllBoxes(here: BetsByWager | null, others: Readonly<Record<number, BetsByWager>>): Promise<LazyText | null> {
    return this.layAll(here, others) ?? (await this.sending);
  }

  private layAll(here: BetsByWager | null, others: Readonly<Record<number, BetsByWager>>): LazyText | null {
    return (here === null ? null : this.tryPlaceBets(here)) ?? this.layOthers(others);
  }

  private layOthers(layouts: Readonly<Record<number, BetsByWager>>): LazyText | null {
    for (const [box, layout] of Object.entries(layouts)) {
      const [{ view, availableCents }, seat] = [this, Number(box)];
      if (view === null || !this.boxes.includes(seat) || Object.keys(this.betsAt(seat)).length > 0) continue;
      const why = this.whyNotLaid(view, layout) ?? bettingClosedReason(view, this.live.serverTime());
      if (why !== null) return why;
      if (totalCents(layout) > availableCents) return () => t("why.balance", { amount: formatDollars(availableCents) });
      this.want(seat, layout, []);
    }
    return null;
  }

  /** A whole layout at once: last round's, a favourite, twice the chips. */
  placeBets(layout: BetsByWager): void {
    const why = this.tryPlaceBets(layout);
    if (why !== null) this.showMessage(why);
  }

  /** The same; why it cannot be laid, null when it lies on this screen. */
  tryPlaceBets(layout: BetsByWager): LazyText | null {
    if (this.view === null) return () => t("why.no_seat");
    const offered = Object.entries(layout).filter(([id]) => this.view?.wagers.some((wager) => wager.id === id));
    const next = Object.fromEntries(offered);
    const why = this.whyNoPlace() ?? this.whyNotLaid(this.view, next) ?? bettingClosedReason(this.view, this.live.serverTime()) ?? this.whyTooDear(next);
    if (why === null) this.put(next, null);
    return why;
  }

  private whyNoPlace(): LazyText | null {
    const isFull = this.view?.seats.every((seat) => seat.is_taken) ?? false;
    return this.hasPlace || !isFull ? null : () => t("why.no_seat");
  }

  private whyNotLaid(view: TableView, layout: BetsByWager): LazyText | null {
    const wagers = view.wagers.filter((wager) => layout[wager.id] !== undefined);
    return wagers.map((wager) => betProblem(view, layout, wager, this.behindSeat !== null)).find((why) => why !== null) ?? null;
  }

  showMessage(sentence: LazyText | null): void {
    clearTimeout(this.noteTimer);
    this.message = sentence;
    if (sentence !== null) this.noteTimer = window.setTimeout(() => (this.message = null), NOTE_MS);
  }

  private put(next: BetsByWager, wager: Wager | null): void {
    const { view } = this;
    if (view === null) return;
    const why = this.whyNoPlace() ?? bettingClosedReason(view, this.live.serverTime()) ?? (wager === null ? null : betProblem(view, next, wager, this.behindSeat !== null)) ?? this.whyTooDear(next);
    if (why !== null) return this.showMessage(why);
    this.showMessage(null);
    this.past = [...this.past, { layout: this.shownBets, promotional: this.promotionalWagers }];
    const promotional = this.promotionalIn(next);
    playChipSound();
    markChipsMoved();
    this.want(this.bettingSeat, next, promotional);
  }

  /** What of a layout is promotional: what was, and what is new while the switch is on. */
  private promotionalIn(next: BetsByWager): readonly string[] {
    const { shownBets } = this;
    return Object.keys(next).filter((id) => (shownBets[id] === undefined ? this.usesPromotional && this.acceptsPromotional(id) : this.isPromotional(id)));
  }

  acceptsPromotional(id: string): boolean {
    const wager = this.view?.wagers.find((one) => one.id === id);
    const isMetered = this.view?.progressives.some((meter) => meter.wager === id) ?? false;
    return wager !== undefined && !isMetered && this.view?.player_dealer === null && (this.promotionalBalance?.wager_groups.includes(wager.group) ?? false);
  }

  /** A wager is of one kind of money, and some are of credit only. */
  private whyOtherKind(wager: Wager): LazyText | null {
    const lies = this.shownBets[wager.id] !== undefined;
    if (lies && this.isPromotional(wager.id) !== this.usesPromotional) return () => t("promo.one_kind");
    return this.usesPromotional && !this.acceptsPromotional(wager.id) ? () => t("promo.not_here", { wager: wager.title }) : null;
  }

  private whyTooDear(next: BetsByWager): LazyText | null {
    const promotional = of(next, this.promotionalIn(next));
    const given = (this.promotionalBalance?.cents ?? 0) + of(this.placedBets, this.placedPromotional);
    if (promotional > given) return () => t("promo.reaches", { amount: formatDollars(given) });
    const [credit, has] = [totalCents(next) - promotional, this.availableCents + creditIn(this.shownBets, this.promotionalWagers)];
    if (credit > has) return () => t("why.balance", { amount: formatDollars(has) });
    if (this.limits === null) return null;
    return ownLimitProblem(this.limits, remainingLimits(this.limits, this.stakedCents, this.live.serverTime()), credit - this.placedCreditAt(this.bettingSeat));
  }

  private want(seat: number | null, layout: BetsByWager, promotional: readonly string[]): void {
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
  private async send(): Promise<LazyText | null> {
    let refused: LazyText | null = null;
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
    return isSameBets(next.layout, known.layout) && sameKinds(next.promotional, known.promotional);
  }

  /** The part of the chips that may stand as they lie; the rest waits on this screen. */
  private toSend(wanted: Wanted): Lying {
    const layout = this.view === null ? {} : placeableBets(this.view, wanted.layout, wanted.isBehind);
    return { layout, promotional: wanted.promotional.filter((id) => layout[id] !== undefined) };
  }

  /** One layout as it lies now, for the round and the seat it was laid for; why it was refused. */
  private async sendOne(wanted: Wanted): Promise<LazyText | null> {
    if (wanted.seat === null && this.seat === null) {
      const taken = await this.takeSeat();
      if (taken === null) this.drop(NO_SEAT);
      return taken === null ? this.message : null;
    }
    const seat = wanted.seat ?? this.seat ?? NO_SEAT;
    const { layout, promotional } = this.toSend(wanted);
    const wagers = Object.entries(layout).map(([wager, cents]) => (promotional.includes(wager) ? { wager, cents, promotional: true } : { wager, cents }));
    this.sent = { ...wanted, layout };
    try {
      await this.live.sendCommand({ do: "place-wagers", seat, round: wanted.round, wagers });
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

  private refused(refusal: unknown): LazyText {
    const isLate = refusal instanceof Refusal && refusal.code === "table/wrong_phase";
    const why: LazyText = isLate ? () => t("why.too_late") : refusalText(refusal);
    this.showMessage(why);
    return why;
  }

  /** Whether he has a place to bet at: whoever has no seat gets the first free one; whoever stands behind another needs none. */
  async ensureSeat(): Promise<boolean> {
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
        if (!taken) return this.cannot(refusalText(refusal));
      }
    }
    return this.cannot(() => t("why.no_seat"));
  }

  async sit(seat: number): Promise<void> {
    await this.live.sendCommand({ do: "sit-down", seat });
    await this.until(() => this.seat !== null, VIEW_MS);
  }

  /** Take a free seat as another box, and bet there from now on. */
  async takeBox(seat: number): Promise<void> {
    try {
      await this.live.sendCommand({ do: "sit-down", seat });
      await this.until(() => this.boxes.includes(seat));
      this.chooseBox(seat);
    } catch (refusal) {
      this.showMessage(refusalText(refusal));
    }
  }

  /** Give one of several boxes back. */
  async leaveBox(seat: number): Promise<void> {
    try {
      await this.live.sendCommand({ do: "stand-up", seat });
    } catch (refusal) {
      this.showMessage(refusalText(refusal));
    }
  }

  /** Wait for the table to show something, a second at most if not told otherwise. */
  private async until(holds: () => boolean, most_ms = 1000): Promise<void> {
    for (let waited = 0; waited < most_ms && !holds(); waited += 25) await new Promise((go) => setTimeout(go, 25));
  }

  /** Take this seat; whoever has another leaves it first. */
  async moveToSeat(seat: number): Promise<void> {
    try {
      if (this.seat !== null) await this.live.sendCommand({ do: "stand-up" });
      await this.until(() => this.seat === null);
      await this.sit(seat);
      this.chooseBettingSeat("own");
    } catch (refusal) {
      this.showMessage(refusalText(refusal));
    }
  }

  private cannot(sentence: LazyText): null {
    this.showMessage(sentence);
    return null;
  }
}

/** The chips on some of a layout's wagers. */
function of(layout: BetsByWager, wagers: readonly string[]): number {
  return wagers.reduce((sum, id) => sum + (layout[id] ?? 0), 0);
}

/** The chips of a layout that are credit. */
function creditIn(layout: BetsByWager, promotional: readonly string[]): number {
  return totalCents(layout) - of(layout, promotional);
}

function sameKinds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
