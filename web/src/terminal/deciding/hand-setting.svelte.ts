import { Refusal } from "../../lib/api";
import type { ArrangementRequest, TableView, ArrangementOption } from "../../lib/types";
import type { PlayerBets } from "../player-bets.svelte";
import { refusalText } from "../refusal-text";
import type { CountdownTime } from "../countdowns";
import { t } from "../words";

/** What lies in each tray, by the name of its hand. Of two pieces alike the second has a mark, so that each is itself. */
export type CardsByHand = Readonly<Record<string, readonly string[]>>;
/** How the cards lie, and whether they lie so because the house way was asked for. */
type Laid = { cardsByHand: CardsByHand; byHouse: boolean };

const DRAFT_MS = 250;
const TURNS_MOST = 50;

/** Laying one's cards into hands: what lies where, which card is lifted, and what the house is told of it meanwhile. */
export class HandSetting {
  private laid = $state.raw<(Laid & { requestKey: string }) | null>(null);
  private past = $state.raw<readonly Laid[]>([]);
  private sent = $state.raw<string | null>(null);
  /** The card that waits for the one it is swapped with. */
  selectedCard = $state.raw<string | null>(null);
  /** The one that was moved last. */
  lastMovedCard = $state.raw<string | null>(null);
  private drafted: CardsByHand | null = null;
  private timer = 0;
  private isSending = false;

  constructor(private readonly play: PlayerBets) {}

  get request(): ArrangementRequest | null {
    return this.play.view?.arrangements?.requests.find((one) => one.is_own) ?? null;
  }

  /** The same cards are never asked for twice: the round, the seat and the question's number name them. */
  get requestKey(): string | null {
    const { request } = this;
    return request === null ? null : `${this.play.view?.betting.round} ${request.seat} ${request.question_number}`;
  }

  get isSent(): boolean {
    return this.sent !== null && this.sent === this.requestKey;
  }

  private get now(): Laid {
    const { laid, request } = this;
    if (laid !== null && laid.requestKey === this.requestKey) return laid;
    return request === null ? { cardsByHand: {}, byHouse: true } : asLaidFirst(request);
  }

  get cardsByHand(): CardsByHand {
    return this.now.cardsByHand;
  }

  /** The way they lie, as the house told it; null where it told none. */
  get currentOption(): ArrangementOption | null {
    return this.findOption(this.cardsByHand);
  }

  findOption(trays: CardsByHand): ArrangementOption | null {
    return this.request?.options?.find((way) => isSameArrangement(way.hands, trays)) ?? null;
  }

  /** Whether they may be set as they lie. */
  get isLegal(): boolean {
    return this.request !== null && this.currentOption?.foul_reason == null;
  }

  get isHouseWay(): boolean {
    return this.currentOption?.is_house_way ?? false;
  }

  get canUndo(): boolean {
    return this.past.length > 0 && this.laid?.requestKey === this.requestKey;
  }

  handOf(card: string): string | null {
    return Object.keys(this.cardsByHand).find((name) => this.cardsByHand[name]?.includes(card)) ?? null;
  }

  /** A tap: the first lifts a card, the second in another hand swaps the two. */
  selectOrSwap(card: string): void {
    if (this.isSent) return;
    const { selectedCard } = this;
    if (selectedCard === null || selectedCard === card) this.selectedCard = selectedCard === card ? null : card;
    else if (this.handOf(selectedCard) === this.handOf(card)) this.selectedCard = card;
    else this.swap(selectedCard, card);
  }

  swap(card: string, other: string): void {
    if (this.isSent || card === other) return;
    this.lay({ cardsByHand: this.cardsAfterSwap(card, other), byHouse: false });
    this.lastMovedCard = card;
  }

  /** How they would lie if the two changed places. */
  cardsAfterSwap(card: string, other: string): CardsByHand {
    const put = (one: string): string => (one === card ? other : one === other ? card : one);
    return Object.fromEntries(Object.entries(this.cardsByHand).map(([name, cards]) => [name, cards.map(put)]));
  }

  /** `order`: how the game sorts the cards of a hand. */
  sort(order: (cards: readonly string[]) => string[]): void {
    if (this.isSent) return;
    this.lay({ cardsByHand: Object.fromEntries(Object.entries(this.cardsByHand).map(([name, cards]) => [name, order(cards)])), byHouse: this.now.byHouse });
  }

  /** As the house would lay them; they are not set by it. */
  applyHouseWay(): void {
    const way = this.request?.options?.find((one) => one.is_house_way);
    if (way === undefined || this.isSent) return;
    this.lay({ cardsByHand: withUniqueKeys(way.hands), byHouse: true });
    this.lastMovedCard = null;
  }

  /** One of the ways there are. */
  applyOption(way: ArrangementOption): void {
    if (this.isSent || way.foul_reason !== null) return;
    this.lay({ cardsByHand: withUniqueKeys(way.hands), byHouse: way.is_house_way });
    this.lastMovedCard = null;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined || this.isSent) return;
    this.past = this.past.slice(0, -1);
    this.put(before);
    this.lastMovedCard = null;
  }

  /** Set them as they lie. `confirmsFoul`: the player was told that they are a foul, and sets them all the same. */
  async submit(confirmsFoul = false): Promise<void> {
    const { request, requestKey } = this;
    if (request === null || this.isSent || (!this.isLegal && !confirmsFoul)) return;
    clearTimeout(this.timer);
    this.sent = requestKey;
    this.selectedCard = null;
    try {
      await this.play.live.sendCommand({ do: "arrange-cards", seat: request.seat, question: request.question_number, ...(this.now.byHouse ? {} : { hands: unmarked(this.cardsByHand) }), ...(confirmsFoul ? { confirms_foul: true } : {}) });
    } catch (refusal) {
      this.sent = null;
      this.refused(refusal);
      // The house is told how they lie, so that the view says why they are foul and what mends it.
      void this.draft();
    }
  }

  private lay(next: Laid): void {
    if (this.laid?.requestKey !== this.requestKey) this.past = [];
    this.past = [...this.past, this.now];
    this.put(next);
  }

  private put(next: Laid): void {
    const { requestKey } = this;
    if (requestKey === null) return;
    this.laid = { ...next, requestKey };
    this.selectedCard = null;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.draft(), DRAFT_MS);
  }

  /** The house is told how they lie, a foul too: at zero it goes by what it was told last. One is on its way at most. */
  private async draft(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let turn = 0; turn < TURNS_MOST && (await this.draftNewest()); turn += 1);
    } catch {
      this.drafted = null;
    } finally {
      this.isSending = false;
    }
  }

  private async draftNewest(): Promise<boolean> {
    const { request, cardsByHand } = this;
    if (request === null || this.isSent || this.drafted === cardsByHand) return false;
    this.drafted = cardsByHand;
    await this.play.live.sendCommand({ do: "save-arrangement-draft", seat: request.seat, question: request.question_number, hands: unmarked(cardsByHand) });
    return true;
  }

  private refused(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    const isLate = code === "arrangement/not_requested" || code === "arrangement/already_set" || code === "decision/stale" || code === "table/wrong_phase";
    this.play.showMessage(isLate ? () => t("arrange.late") : refusalText(refusal));
  }
}

const kept = new WeakMap<PlayerBets, HandSetting>();

/** The one of a table: its trays lie on the felt, its buttons in the foot. */
export function handSettingFor(play: PlayerBets): HandSetting {
  const made = kept.get(play) ?? new HandSetting(play);
  kept.set(play, made);
  return made;
}

/** As they lay before, on this screen or another; else the house way, which is what zero would do. */
function asLaidFirst(setting: ArrangementRequest): Laid {
  const way = setting.options?.find((one) => one.is_house_way);
  if (setting.draft !== undefined) return { cardsByHand: withUniqueKeys(setting.draft), byHouse: false };
  return { cardsByHand: withUniqueKeys(way?.hands ?? {}), byHouse: true };
}

const MARK = "'";
/** A piece of a tray as the house writes it. */
export const cardFromKey = (card: string): string => (card.endsWith(MARK) ? card.slice(0, -1) : card);
const unmarked = (trays: CardsByHand): CardsByHand => Object.fromEntries(Object.entries(trays).map(([name, cards]) => [name, cards.map(cardFromKey)]));

export function withUniqueKeys(trays: CardsByHand): CardsByHand {
  const seen = new Set<string>();
  const mark = (card: string): string => {
    const own = seen.has(card) ? card + MARK : card;
    seen.add(card);
    return own;
  };
  return Object.fromEntries(Object.entries(trays).map(([name, cards]) => [name, cards.map(mark)]));
}

/** The same pieces in the same hands, in whatever order. */
export function isSameArrangement(one: CardsByHand, other: CardsByHand): boolean {
  const laid = (cards: readonly string[] | undefined): string => (cards ?? []).map(cardFromKey).sort().join(" ");
  return Object.keys(one).every((name) => laid(one[name]) === laid(other[name]));
}

/** Until all hands must be set; null where none is asked for, or no clock runs. */
export function handSettingCountdown(view: TableView, at: number): CountdownTime | null {
  const { arrangements: arranging } = view;
  return arranging?.deadline_at == null ? null : { leftMs: Math.max(0, arranging.deadline_at - at), totalMs: arranging.time_limit_seconds * 1000 };
}
