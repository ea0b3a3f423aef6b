import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { Refusal, type RefusedBets } from "../../lib/api";
import type { LiveTable } from "../../lib/live-table.svelte";
import { formatDollars } from "../../lib/money";
import type { LastRound, PromotionalBalance, TableView, Wager } from "../../lib/types";
import { canBetBehind } from "./backline";
import { markChipsMoved } from "./chip-animation";
import { remainingLimits, ownLimitProblem, type LimitsSnapshot } from "./own-limits";
import { playChipSound, vibrate } from "../../lib/sounds";
import { addBets, isSameBets, totalCents, withoutChange, withStake, type BetsByWager, type LazyText } from "./bets";
import { bettingClosedText, blockingProblem, problemText, spotClosedText } from "./refused-bets";
import { refusalText } from "./refusal-text";
import { t } from "../words";

/** Bets at one seat. `promotional`: the wagers that are made with promotional chips. */
type SeatBets = { bets: BetsByWager; promotional: readonly string[] };
/** Bets of this screen. `seat`: null until the player has one. `confirmed`: the bets the server had at the time of the tap. */
type LocalBets = SeatBets & { round: string; seat: number | null; isBehind: boolean; confirmed: BetsByWager };
/** Bets that the server refused as a whole, with its answer: some of them wait on this screen for more chips. */
type WaitingBets = SeatBets & RefusedBets & { round: string };

/** Length of the vibration when a chip is placed. */
const TAP_MS = 10;
const MAX_SENDS = 50;
const MAX_SEAT_ATTEMPTS = 3;
const MESSAGE_MS = 5000;
/** How long to wait for the view to show a seat that the server has already given. */
const SEAT_VIEW_TIMEOUT_MS = 10_000;
/** Key of bets that were placed before the player had a seat. */
const NO_SEAT = 0;

/**
 * The player's bets at one table. A tap fixes amount, kind of money, seat and round, is shown at once, and is confirmed by the
 * server's view. At most one command is in flight; taps made meanwhile are sent together in the next one. The server alone decides
 * what may be placed: of refused bets it says which can stand without the others, and why the others cannot.
 */
export class PlayerBets {
  chipCents = $state(0);
  /** If true, a tap bets the maximum that the spot and the balance allow. */
  betsMaximum = $state(false);
  /** If true, new wagers are made with promotional chips. A wager has one kind of money only. */
  usesPromotional = $state(false);
  message = $state.raw<LazyText | null>(null);
  /** Balance learned elsewhere (buy-in, cash-out, another table), used until this table's view reports a new balance. */
  balanceOverride = $state.raw<{ reportedCents: number; cents: number } | null>(null);
  /** The limits that the player has set, as last loaded from the server. */
  limits = $state.raw<LimitsSnapshot | null>(null);
  private chosenSeat = $state<number | "own" | null>(null);
  /** Bets of this screen by seat, until the round is over or the server refuses them. */
  private localBets = $state.raw<Readonly<Record<number, LocalBets>>>({});
  private undoStack = $state.raw<readonly SeatBets[]>([]);
  private storedRound = $state.raw<LastRound | null>(null);
  private previousBets = $state.raw<Readonly<Record<number, BetsByWager>>>({});
  /** Last bets of this screen that the server has accepted, by seat. */
  private confirmedBets: Readonly<Record<number, SeatBets & { round: string }>> = {};
  /** Bets of this screen that wait for more chips, by seat. */
  private waitingBets = $state.raw<Readonly<Record<number, WaitingBets>>>({});
  private betsInFlight: LocalBets | null = null;
  private sendResult: Promise<LazyText | null> = Promise.resolve(null);
  private seatRequest: Promise<number | null> | null = null;
  private isSending = false;
  private messageTimer = 0;

  constructor(readonly live: LiveTable) {}

  get view(): TableView | null {
    return this.live.view;
  }

  get seat(): number | null {
    return this.view?.player?.seat ?? null;
  }

  get isBusy(): boolean {
    return this.isSending;
  }

  /** The seats that the player holds, in ascending order. */
  get boxes(): readonly number[] {
    return [...(this.view?.player?.seats ?? [])].sort((left, right) => left - right);
  }

  /** True if the player can take another box: the game allows it, a seat is free, and the player is not the bank. */
  get canTakeBox(): boolean {
    const { view, boxes } = this;
    if (view === null || boxes.length === 0 || boxes.length >= view.game.boxes) return false;
    return view.phase !== "closed" && (view.player?.bank_cents ?? 0) === 0 && view.seats.some((seat) => !seat.is_taken);
  }

  /** The seat that the player bets behind; null at the player's own seats. */
  get behindSeat(): number | null {
    return this.bettingSeat === this.seat || this.boxes.includes(this.bettingSeat ?? 0) ? null : this.bettingSeat;
  }

  /** The seat whose spots are shown: the chosen box or seat to bet behind, else the own seat, else a seat with chips of the player. */
  get bettingSeat(): number | null {
    const { view, chosenSeat } = this;
    if (typeof chosenSeat === "number" && this.boxes.includes(chosenSeat)) return chosenSeat;
    if (typeof chosenSeat === "number" && view !== null && canBetBehind(view, chosenSeat)) return chosenSeat;
    if (chosenSeat === "own") return this.seat;
    return this.seat ?? view?.player?.spots[0]?.seat ?? null;
  }

  /** Bet at this seat from now on (own box or behind another player), or at the player's own seat again. */
  chooseBettingSeat(seat: number | "own"): void {
    this.bindSeatlessBets();
    this.chosenSeat = seat;
    this.undoStack = [];
  }

  /** Bet at another box from now on. Bets in flight stay at the box where they were placed. */
  chooseBox(seat: number): void {
    this.chooseBettingSeat(seat);
  }

  /** The player's bets at the betting seat, as the server has them. */
  get placedBets(): BetsByWager {
    return this.placedBetsAt(this.bettingSeat);
  }

  private placedBetsAt(seat: number | null): BetsByWager {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.wagers ?? {};
  }

  private get placedPromotionalWagers(): readonly string[] {
    return this.promotionalWagersAt(this.bettingSeat);
  }

  private promotionalWagersAt(seat: number | null): readonly string[] {
    return this.view?.player?.spots.find((spot) => spot.seat === seat)?.promotional_wagers ?? [];
  }

  /** The wagers made with promotional chips, including bets that are not confirmed yet. */
  get promotionalWagers(): readonly string[] {
    return this.localBetsAt(this.bettingSeat)?.promotional ?? this.placedPromotionalWagers;
  }

  isPromotional(id: string): boolean {
    return this.promotionalWagers.includes(id);
  }

  /** The player's promotional chips; null if the casino takes none and the player has none. */
  get promotionalBalance(): PromotionalBalance | null {
    return this.view?.player?.promotional ?? null;
  }

  /** Promotional chips minus those in unconfirmed bets. */
  get promotionalLeftCents(): number {
    return (
      (this.promotionalBalance?.cents ?? 0) +
      sumOf(this.placedBets, this.placedPromotionalWagers) -
      sumOf(this.shownBets, this.promotionalWagers)
    );
  }

  /** The bets at a seat, including bets that are not confirmed yet. */
  betsAt(seat: number | null): BetsByWager {
    return this.localBetsAt(seat)?.bets ?? this.placedBetsAt(seat);
  }

  /** Bets at the other boxes, to be repeated with the rest: the current ones, or those of the last round if no box has chips. */
  get betsAtOtherBoxes(): Readonly<Record<number, BetsByWager>> {
    const others = this.boxes.filter((seat) => seat !== this.bettingSeat);
    const hasChips = this.boxes.some((seat) => Object.keys(this.betsAt(seat)).length > 0);
    const betsOf = (seat: number): BetsByWager => (hasChips ? this.betsAt(seat) : (this.previousBets[seat] ?? {}));
    return Object.fromEntries(others.map((seat) => [seat, betsOf(seat)] as const).filter(([, bets]) => Object.keys(bets).length > 0));
  }

  /** Bets of this round that this screen has sent and the server has accepted; null if there are none. */
  get expectedBets(): BetsByWager | null {
    const confirmed = this.confirmedBets[this.bettingSeat ?? NO_SEAT];
    return confirmed !== undefined && confirmed.round === this.view?.betting.round ? confirmed.bets : null;
  }

  /** The bets shown at the betting seat, including bets that are not confirmed yet. */
  get shownBets(): BetsByWager {
    return this.betsAt(this.bettingSeat);
  }

  /** Bets of this screen at a seat while betting is open. Bets placed without a seat count for the player's own seat. */
  private localBetsAt(seat: number | null): LocalBets | null {
    const isOwn = seat === null || seat === this.seat;
    const local = this.localBets[seat ?? NO_SEAT] ?? (isOwn ? this.localBets[NO_SEAT] : undefined);
    return local !== undefined && this.isBettingOpenFor(local) ? local : null;
  }

  private isBettingOpenFor(local: LocalBets): boolean {
    return this.view?.phase === "betting" && local.round === this.view.betting.round;
  }

  /** The balance as the server has it. */
  get balanceCents(): number {
    const reported = this.view?.player?.balance_cents ?? 0;
    return this.balanceOverride !== null && this.balanceOverride.reportedCents === reported ? this.balanceOverride.cents : reported;
  }

  /** All chips of the player at this table, also those behind other seats. */
  get stakedCents(): number {
    return this.view?.player?.staked_cents ?? 0;
  }

  /** Balance minus unconfirmed bets. */
  get availableCents(): number {
    return this.balanceCents - this.unconfirmedCents;
  }

  /** Credit in bets that the server has not confirmed yet; negative if chips are being removed. */
  get unconfirmedCents(): number {
    const open = Object.values(this.localBets).filter((local) => this.isBettingOpenFor(local));
    return open.reduce(
      (sum, local) => sum + creditCents(local.bets, local.promotional) - this.placedCreditCentsAt(local.seat ?? this.seat),
      0,
    );
  }

  /** Wagers whose amount on this screen differs from the server's. */
  get unconfirmedWagers(): Wager[] {
    const open = Object.values(this.localBets).filter((local) => this.isBettingOpenFor(local));
    const differs = (local: LocalBets, id: string): boolean =>
      (local.bets[id] ?? 0) !== (this.placedBetsAt(local.seat ?? this.seat)[id] ?? 0);
    return (this.view?.wagers ?? []).filter((wager) => open.some((local) => differs(local, wager.id)));
  }

  /** True if the server has bets of the player in this round. */
  get hasConfirmedBets(): boolean {
    return this.stakedCents > 0 || (this.view?.player?.promotional_staked_cents ?? 0) > 0;
  }

  private placedCreditCentsAt(seat: number | null): number {
    return creditCents(this.placedBetsAt(seat), this.promotionalWagersAt(seat));
  }

  get lastBets(): BetsByWager | null {
    return this.previousBets[this.bettingSeat ?? 0] ?? null;
  }

  /** The last round, also after betting for the next one has opened. */
  get lastRound(): LastRound | null {
    return this.view?.last_round ?? this.storedRound;
  }

  /** Sum of the last round's bets at all boxes, by wager; null if there are none to repeat. */
  get repeatableBets(): BetsByWager | null {
    const seats = [...new Set([this.bettingSeat ?? 0, ...this.boxes])];
    const betsBySeat = seats.map((seat) => this.previousBets[seat]).filter((bets) => bets !== undefined);
    return betsBySeat.length === 0 ? null : betsBySeat.reduce<BetsByWager>(addBets, {});
  }

  /** Number of taps that can be undone. */
  get undoDepth(): number {
    return this.undoStack.length;
  }

  get canUndo(): boolean {
    return this.undoStack.length > 0;
  }

  isPending(id: string): boolean {
    return (this.shownBets[id] ?? 0) !== (this.placedBets[id] ?? 0);
  }

  /** Why the chips on a wager wait on this screen, as the server says; null if they do not. */
  waitingReason(id: string): LazyText | null {
    const { view } = this;
    const local = this.localBetsAt(this.bettingSeat);
    const waiting = local === null ? undefined : this.waitingBetsOf(local);
    if (view === null || waiting?.bets[id] !== this.shownBets[id]) return null;
    const problem = waiting?.problems.find((problem) => problem.wager === id);
    return problem === undefined ? null : problemText(view, problem);
  }

  /** The most that the player's chips on a wager can win at the betting seat; null if the server says nothing. */
  winCents(id: string): number | null {
    const chips = this.view?.chips.filter((chip) => chip.is_own && !chip.is_added_wager && chip.seat === this.bettingSeat) ?? [];
    return chips.find((chip) => chip.wager === id)?.wins_cents ?? null;
  }

  private waitingBetsOf(local: LocalBets): WaitingBets | undefined {
    const waiting = this.waitingBets[local.seat ?? NO_SEAT];
    return waiting?.round === local.round ? waiting : undefined;
  }

  /** Store a settled round: its cards stay visible, and its bets can be repeated. */
  rememberRound(last: LastRound | null): void {
    if (last === null) return;
    this.storedRound = last;
    const spots = last.player?.spots ?? [];
    if (spots.length > 0) this.previousBets = Object.fromEntries(spots.map((spot) => [spot.seat, spot.wagers]));
  }

  /** Discard the bets of this screen, so that the server's bets are shown. */
  discardLocalBets(): void {
    this.undoStack = [];
    this.localBets = {};
    this.waitingBets = {};
    this.confirmedBets = {};
  }

  /** When betting has closed: discard the bets of this screen and tell the player which of them were not placed. */
  closeBetting(): void {
    const wagers = new Set(Object.values(this.localBets).flatMap((local) => this.unplacedWagers(local)));
    this.discardLocalBets();
    if (wagers.size > 0) this.showMessage(this.notPlacedText([...wagers]));
  }

  private notPlacedText(ids: readonly string[]): LazyText {
    const titles = (this.view?.wagers ?? [])
      .filter((wager) => ids.includes(wager.id))
      .map((wager) => translateRulebookText(wager.short_title, this.view?.game));
    return () => t("why.not_bet", { wagers: titles.join(", ") });
  }

  /** Wagers with more chips than the server has accepted. Bets in flight do not count: their response reports on them. */
  private unplacedWagers(local: LocalBets): string[] {
    const confirmed = this.confirmedBets[local.seat ?? this.seat ?? NO_SEAT];
    const sent = this.betsInFlight !== null && this.betsInFlight.seat === local.seat ? this.betsInFlight.bets : {};
    const known = [local.confirmed, confirmed?.round === local.round ? confirmed.bets : {}, sent];
    return Object.keys(local.bets).filter((id) => known.every((bets) => (bets[id] ?? 0) < (local.bets[id] ?? 0)));
  }

  /** Place the chosen chip on a spot. A player without a seat gets the first free one. */
  placeChip(wager: Wager): void {
    if (this.view === null) return;
    if (this.live.isLost) return this.showMessage(() => t("lost.wait"));
    const fixed = wager.limit.least_cents === wager.limit.most_cents;
    const before = this.shownBets;
    const wrong = this.moneyKindProblem(wager) ?? spotClosedText(this.view, wager, this.behindSeat !== null);
    if (wrong !== null) return this.showMessage(wrong);
    const stake = fixed ? wager.limit.least_cents : this.betsMaximum ? this.maxStakeCents(wager) : (before[wager.id] ?? 0) + this.chipCents;
    const isThere = fixed && before[wager.id] === stake;
    if (isThere) return this.showMessage(() => t("why.exactly", { amount: formatDollars(stake) }));
    // The posted maximum is the end of the spot, like the end of a slider. Every other rule is the server's to apply.
    const most = wager.limit.most_cents;
    if (stake > most) return this.showMessage(() => t("why.maximum", { amount: formatDollars(most) }));
    if (!this.hasBettingSeat) void this.takeFreeSeat();
    this.setBets(withStake(before, wager, stake));
  }

  private get hasBettingSeat(): boolean {
    return this.seat !== null || this.behindSeat !== null;
  }

  /** The largest stake that the spot and the balance allow; one chip more if that is below the minimum. */
  private maxStakeCents(wager: Wager): number {
    const { least_cents: least, most_cents: most } = wager.limit;
    const reach = (this.shownBets[wager.id] ?? 0) + (this.usesPromotional ? this.promotionalLeftCents : this.availableCents);
    const whole = Math.min(most, reach - (reach % 100));
    return whole < least ? (this.shownBets[wager.id] ?? 0) + this.chipCents : whole;
  }

  /** Remove all chips of a spot. */
  removeChips(wager: Wager): void {
    if (this.view !== null && this.shownBets[wager.id] !== undefined) this.setBets(withStake(this.shownBets, wager, 0));
  }

  undo(): void {
    const before = this.undoStack.at(-1);
    if (before === undefined) return;
    this.undoStack = this.undoStack.slice(0, -1);
    this.storeLocalBets(this.bettingSeat, before.bets, before.promotional);
  }

  clear(): void {
    this.setBets({});
  }

  double(): void {
    const twice = Object.fromEntries(Object.entries(this.shownBets).map(([id, cents]) => [id, cents * (this.hasFixedStake(id) ? 1 : 2)]));
    this.placeBets(twice);
  }

  private hasFixedStake(id: string): boolean {
    const limit = this.view?.wagers.find((wager) => wager.id === id)?.limit;
    return limit !== undefined && limit.least_cents === limit.most_cents;
  }

  /** Place the last round's bets again, at the betting seat and at every other box without chips. */
  repeat(): void {
    const others = this.boxes.filter((seat) => seat !== this.bettingSeat && this.previousBets[seat] !== undefined);
    this.showMessage(
      this.placeAtAllBoxes(this.lastBets, Object.fromEntries(others.map((seat) => [seat, this.previousBets[seat] ?? {}] as const))),
    );
  }

  /** Place bets at this seat and at each other box without chips. Resolves to the reason if refused, else null. */
  async tryPlaceAtAllBoxes(here: BetsByWager | null, others: Readonly<Record<number, BetsByWager>>): Promise<LazyText | null> {
    return this.placeAtAllBoxes(here, others) ?? (await this.sendResult);
  }

  private placeAtAllBoxes(here: BetsByWager | null, others: Readonly<Record<number, BetsByWager>>): LazyText | null {
    return (here === null ? null : this.tryPlaceBets(here)) ?? this.placeAtOtherBoxes(others);
  }

  private placeAtOtherBoxes(betsByBox: Readonly<Record<number, BetsByWager>>): LazyText | null {
    for (const [box, bets] of Object.entries(betsByBox)) {
      const [{ view, availableCents }, seat] = [this, Number(box)];
      if (view === null || !this.boxes.includes(seat) || Object.keys(this.betsAt(seat)).length > 0) continue;
      const why = bettingClosedText(view);
      if (why !== null) return why;
      if (totalCents(bets) > availableCents) return () => t("why.balance", { amount: formatDollars(availableCents) });
      this.storeLocalBets(seat, bets, []);
    }
    return null;
  }

  /** Replace the bets at this seat: with last round's, a favourite, or double the chips. */
  placeBets(bets: BetsByWager): void {
    const why = this.tryPlaceBets(bets);
    if (why !== null) this.showMessage(why);
  }

  /** Like `placeBets`, but return the problem instead of showing it; null if the bets were placed on this screen. */
  tryPlaceBets(bets: BetsByWager): LazyText | null {
    if (this.view === null) return () => t("why.no_seat");
    const offered = Object.entries(bets).filter(([id]) => this.view?.wagers.some((wager) => wager.id === id));
    const next = Object.fromEntries(offered);
    const why = this.betsProblem(this.view, next);
    if (why === null) this.setBets(next);
    return why;
  }

  private noSeatProblem(): LazyText | null {
    const isFull = this.view?.seats.every((seat) => seat.is_taken) ?? false;
    return this.hasBettingSeat || !isFull ? null : () => t("why.no_seat");
  }

  /** Why bets cannot even be sent: no seat, closed betting, or too little money. */
  private betsProblem(view: TableView, bets: BetsByWager): LazyText | null {
    return this.noSeatProblem() ?? bettingClosedText(view) ?? this.moneyProblem(bets);
  }

  showMessage(sentence: LazyText | null): void {
    clearTimeout(this.messageTimer);
    this.message = sentence;
    if (sentence !== null) this.messageTimer = window.setTimeout(() => (this.message = null), MESSAGE_MS);
  }

  private setBets(next: BetsByWager): void {
    const { view } = this;
    if (view === null) return;
    const why = this.betsProblem(view, next);
    if (why !== null) return this.showMessage(why);
    this.showMessage(null);
    this.undoStack = [...this.undoStack, { bets: this.shownBets, promotional: this.promotionalWagers }];
    const promotional = this.promotionalWagersIn(next);
    playChipSound();
    vibrate(TAP_MS);
    markChipsMoved();
    this.storeLocalBets(this.bettingSeat, next, promotional);
  }

  /** The promotional wagers of these bets: those that were, and new ones while `usesPromotional` is on. */
  private promotionalWagersIn(next: BetsByWager): readonly string[] {
    const { shownBets } = this;
    return Object.keys(next).filter((id) =>
      shownBets[id] === undefined ? this.usesPromotional && this.acceptsPromotional(id) : this.isPromotional(id),
    );
  }

  acceptsPromotional(id: string): boolean {
    const wager = this.view?.wagers.find((wager) => wager.id === id);
    const isMetered = this.view?.progressives.some((meter) => meter.wager === id) ?? false;
    return (
      wager !== undefined &&
      !isMetered &&
      this.view?.player_dealer === null &&
      (this.promotionalBalance?.wager_groups.includes(wager.group) ?? false)
    );
  }

  /** Why this wager cannot take the chosen kind of money: it has the other kind already, or takes credit only. */
  private moneyKindProblem(wager: Wager): LazyText | null {
    const hasChips = this.shownBets[wager.id] !== undefined;
    if (hasChips && this.isPromotional(wager.id) !== this.usesPromotional) return () => t("promo.one_kind");
    return this.usesPromotional && !this.acceptsPromotional(wager.id)
      ? () => t("promo.not_here", { wager: translateRulebookText(wager.title, this.view?.game) })
      : null;
  }

  private moneyProblem(next: BetsByWager): LazyText | null {
    const promotional = sumOf(next, this.promotionalWagersIn(next));
    const given = (this.promotionalBalance?.cents ?? 0) + sumOf(this.placedBets, this.placedPromotionalWagers);
    if (promotional > given) return () => t("promo.reaches", { amount: formatDollars(given) });
    const [credit, available] = [totalCents(next) - promotional, this.availableCents + creditCents(this.shownBets, this.promotionalWagers)];
    if (credit > available) return () => t("why.balance", { amount: formatDollars(available) });
    if (this.limits === null) return null;
    return ownLimitProblem(
      this.limits,
      remainingLimits(this.limits, this.stakedCents, this.live.serverTime()),
      credit - this.placedCreditCentsAt(this.bettingSeat),
    );
  }

  private storeLocalBets(seat: number | null, bets: BetsByWager, promotional: readonly string[]): void {
    const round = this.view?.betting.round;
    if (!round) return;
    this.bindSeatlessBets();
    const isBehind = seat !== null && !this.boxes.includes(seat);
    const known = this.serverBets(seat, round);
    this.localBets = { ...this.localBets, [seat ?? NO_SEAT]: { round, seat, isBehind, bets, promotional, confirmed: known.bets } };
    if (!this.isSending) this.sendResult = this.sendAll();
  }

  /** Move bets that were placed without a seat to the player's own seat, once there is one. */
  private bindSeatlessBets(): void {
    const { [NO_SEAT]: seatless, ...bound } = this.localBets;
    const { seat } = this;
    if (seatless === undefined || seat === null) return;
    this.localBets = bound[seat] === undefined ? { ...bound, [seat]: { ...seatless, seat } } : bound;
  }

  /** The server's bets at a seat: what it accepted last in this round, else what the view shows. */
  private serverBets(seat: number | null, round: string): SeatBets {
    const confirmed = this.confirmedBets[seat ?? NO_SEAT];
    return confirmed?.round === round ? confirmed : { bets: this.placedBetsAt(seat), promotional: this.promotionalWagersAt(seat) };
  }

  /** Send bets until the server has all of them. Resolves to the last refusal, or null. */
  private async sendAll(): Promise<LazyText | null> {
    let refused: LazyText | null = null;
    this.isSending = true;
    try {
      for (let turn = 0; turn < MAX_SENDS; turn += 1) {
        const local = this.nextUnsent();
        if (local === undefined) break;
        refused = (await this.sendBets(local)) ?? refused;
      }
    } finally {
      this.isSending = false;
    }
    return refused;
  }

  private nextUnsent(): LocalBets | undefined {
    return Object.values(this.localBets).find((local) => this.isBettingOpenFor(local) && !this.isConfirmed(local));
  }

  private isConfirmed(local: LocalBets): boolean {
    const [next, known] = [this.sendableBets(local), this.serverBets(local.seat ?? this.seat, local.round)];
    return isSameBets(next.bets, known.bets) && isSameWagers(next.promotional, known.promotional);
  }

  /** The bets to send: all of them, or those that can be placed if the server has refused all of them together. */
  private sendableBets(local: LocalBets): SeatBets {
    const waiting = this.waitingBetsOf(local);
    const bets = waiting !== undefined && isSameBets(waiting.bets, local.bets) ? waiting.placeable : local.bets;
    return { bets, promotional: local.promotional.filter((id) => bets[id] !== undefined) };
  }

  /** Send the bets of one seat for their round. Resolves to the reason if they were refused, else null. */
  private async sendBets(local: LocalBets): Promise<LazyText | null> {
    if (local.seat === null && this.seat === null) {
      const taken = await this.takeFreeSeat();
      if (taken === null) this.dropLocalBets(NO_SEAT);
      return taken === null ? this.message : null;
    }
    const seat = local.seat ?? this.seat ?? NO_SEAT;
    const { bets, promotional } = this.sendableBets(local);
    const before = this.waitingBetsOf(local) ?? this.serverBets(seat, local.round);
    const wagers = Object.entries(bets).map(([wager, cents]) =>
      promotional.includes(wager) ? { wager, cents, promotional: true } : { wager, cents },
    );
    this.betsInFlight = { ...local, bets };
    try {
      await this.live.sendCommand({ do: "place-wagers", seat, round: local.round, wagers });
      this.confirmedBets = { ...this.confirmedBets, [seat]: { round: local.round, bets, promotional } };
      if (isSameBets(bets, local.bets)) this.setWaitingBets(local, null);
      return null;
    } catch (refusal) {
      const refusedBets = refusal instanceof Refusal ? refusal.refusedBets : null;
      if (refusedBets !== null && isSameBets(bets, local.bets)) return this.takeRefusedBets(local, before, refusedBets, refusal);
      this.dropLocalBets(local.seat ?? NO_SEAT, seat);
      return this.showRefusal(refusal);
    } finally {
      this.betsInFlight = null;
    }
  }

  /** Take back refused bets, or let them wait if they only need more chips. Returns the reason if they are taken back. */
  private takeRefusedBets(sent: LocalBets, before: SeatBets, refused: RefusedBets, refusal: unknown): LazyText | null {
    const seat = sent.seat ?? NO_SEAT;
    const problem = blockingProblem(refused.problems, before.bets, sent.bets);
    const local = this.localBets[seat];
    if (local === undefined) {
      this.showMessage(this.notPlacedText(refused.problems.map((problem) => problem.wager)));
    } else if (problem === null) {
      this.setWaitingBets(sent, { ...sent, ...refused });
    } else {
      const bets = withoutChange(local.bets, before.bets, sent.bets);
      const promotional = [...new Set([...local.promotional, ...before.promotional])].filter((id) => bets[id] !== undefined);
      this.localBets = { ...this.localBets, [seat]: { ...local, bets, promotional } };
      if (isSameBets(this.undoStack.at(-1)?.bets ?? {}, bets)) this.undoStack = this.undoStack.slice(0, -1);
      const why = (this.view === null ? null : problemText(this.view, problem)) ?? refusalText(refusal);
      this.showMessage(why);
      return why;
    }
    return null;
  }

  private setWaitingBets(local: LocalBets, waiting: WaitingBets | null): void {
    const { [local.seat ?? NO_SEAT]: _, ...others } = this.waitingBets;
    this.waitingBets = waiting === null ? others : { ...others, [local.seat ?? NO_SEAT]: waiting };
  }

  private dropLocalBets(...seats: number[]): void {
    this.localBets = Object.fromEntries(Object.entries(this.localBets).filter(([seat]) => !seats.includes(Number(seat))));
    this.undoStack = [];
  }

  private showRefusal(refusal: unknown): LazyText {
    const isLate = refusal instanceof Refusal && refusal.code === "table/wrong_phase";
    const why: LazyText = isLate ? () => t("why.too_late") : refusalText(refusal);
    this.showMessage(why);
    return why;
  }

  /** Take the first free seat if the player needs one to bet. Resolves to true if the player can bet. */
  async ensureSeat(): Promise<boolean> {
    return this.hasBettingSeat || (await this.takeFreeSeat()) !== null;
  }

  /** Take the first free seat; concurrent calls share one request. Resolves to null, with a message, if there is none. */
  private takeFreeSeat(): Promise<number | null> {
    this.seatRequest ??= this.tryFreeSeats().finally(() => (this.seatRequest = null));
    return this.seatRequest;
  }

  private async tryFreeSeats(): Promise<number | null> {
    const tried = new Set<number>();
    for (let attempt = 0; attempt < MAX_SEAT_ATTEMPTS; attempt += 1) {
      if (this.seat !== null) return this.seat;
      const free = this.view?.seats.find((seat) => !seat.is_taken && !tried.has(seat.seat));
      if (free === undefined) return this.fail(() => t("why.no_seat"));
      tried.add(free.seat);
      try {
        await this.sit(free.seat);
        if (this.seat !== null) return this.seat;
        return this.fail(() => t("state.no_answer"));
      } catch (refusal) {
        const taken = refusal instanceof Refusal && refusal.code === "seat/taken";
        if (!taken) return this.fail(refusalText(refusal));
      }
    }
    return this.fail(() => t("why.no_seat"));
  }

  async sit(seat: number): Promise<void> {
    await this.live.sendCommand({ do: "sit-down", seat });
    await this.waitUntil(() => this.seat !== null, SEAT_VIEW_TIMEOUT_MS);
  }

  /** Tell the table that the player's bets are made, so that it need not wait for the countdown. */
  async sayReady(): Promise<void> {
    // Chips that arrive after the word would take it back.
    await this.sendResult;
    try {
      await this.live.sendCommand({ do: "say-ready" });
    } catch (refusal) {
      this.showMessage(refusalText(refusal));
    }
  }

  /** Take a free seat as another box and bet there. */
  async takeBox(seat: number): Promise<void> {
    try {
      await this.live.sendCommand({ do: "sit-down", seat });
      await this.waitUntil(() => this.boxes.includes(seat));
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

  /** Wait until the condition holds, at most `timeoutMs`. */
  private async waitUntil(condition: () => boolean, timeoutMs = 1000): Promise<void> {
    for (let waited = 0; waited < timeoutMs && !condition(); waited += 25) await new Promise((resolve) => setTimeout(resolve, 25));
  }

  /** Move to this seat, leaving the current one first. */
  async moveToSeat(seat: number): Promise<void> {
    try {
      if (this.seat !== null) await this.live.sendCommand({ do: "stand-up" });
      await this.waitUntil(() => this.seat === null);
      await this.sit(seat);
      this.chooseBettingSeat("own");
    } catch (refusal) {
      this.showMessage(refusalText(refusal));
    }
  }

  private fail(sentence: LazyText): null {
    this.showMessage(sentence);
    return null;
  }
}

/** Sum of the bets on some wagers. */
function sumOf(bets: BetsByWager, wagers: readonly string[]): number {
  return wagers.reduce((sum, id) => sum + (bets[id] ?? 0), 0);
}

/** Sum of the bets that are made with credit. */
function creditCents(bets: BetsByWager, promotional: readonly string[]): number {
  return totalCents(bets) - sumOf(bets, promotional);
}

function isSameWagers(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id) => right.includes(id));
}
