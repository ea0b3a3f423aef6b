import { Refusal } from "../../lib/api";
import type { ArrangementRequest, TableView, ArrangementOption } from "../../lib/types";
import type { PlayerBets } from "../betting/player-bets.svelte";
import { refusalText } from "../betting/refusal-text";
import type { CountdownTime } from "../betting/countdowns";
import { t } from "../words";

/** Cards by hand name. The second of two identical tiles has the suffix `'`, so that the keys are unique. */
export type CardsByHand = Readonly<Record<string, readonly string[]>>;
/** An arrangement of the cards, and whether it is the house way as requested by the player or set at the start. */
type Arrangement = { cardsByHand: CardsByHand; isHouseWayRequest: boolean };

const DRAFT_DELAY_MS = 250;
const MAX_DRAFTS_IN_A_ROW = 50;

/** State of setting hands: the arrangement, the selected card, the undo history, and the drafts sent to the server. */
export class HandSetting {
  private arrangement = $state.raw<(Arrangement & { requestKey: string }) | null>(null);
  private undoStack = $state.raw<readonly Arrangement[]>([]);
  private sentKey = $state.raw<string | null>(null);
  /** The card that will be swapped with the next one tapped in another hand. */
  selectedCard = $state.raw<string | null>(null);
  lastMovedCard = $state.raw<string | null>(null);
  private lastDraft: CardsByHand | null = null;
  private draftTimer = 0;
  private isSending = false;

  constructor(private readonly play: PlayerBets) {}

  get request(): ArrangementRequest | null {
    return this.play.view?.arrangements?.requests.find((request) => request.is_own) ?? null;
  }

  /** Unique key of the request: round, seat and question number. */
  get requestKey(): string | null {
    const { request } = this;
    return request === null ? null : `${this.play.view?.betting.round} ${request.seat} ${request.question_number}`;
  }

  get isSent(): boolean {
    return this.sentKey !== null && this.sentKey === this.requestKey;
  }

  private get current(): Arrangement {
    const { arrangement, request } = this;
    if (arrangement !== null && arrangement.requestKey === this.requestKey) return arrangement;
    return request === null ? { cardsByHand: {}, isHouseWayRequest: true } : firstArrangement(request);
  }

  get cardsByHand(): CardsByHand {
    return this.current.cardsByHand;
  }

  /** The server's option that equals the current arrangement, or null. */
  get currentOption(): ArrangementOption | null {
    return this.findOption(this.cardsByHand);
  }

  findOption(cardsByHand: CardsByHand): ArrangementOption | null {
    return this.request?.options?.find((option) => isSameArrangement(option.hands, cardsByHand)) ?? null;
  }

  /** True if the current arrangement can be set. */
  get isLegal(): boolean {
    return this.request !== null && this.currentOption?.foul_reason == null;
  }

  get isHouseWay(): boolean {
    return this.currentOption?.is_house_way ?? false;
  }

  get canUndo(): boolean {
    return this.undoStack.length > 0 && this.arrangement?.requestKey === this.requestKey;
  }

  handOf(card: string): string | null {
    return Object.keys(this.cardsByHand).find((name) => this.cardsByHand[name]?.includes(card)) ?? null;
  }

  /** Handle a tap on a card: the first selects it, the second one in another hand swaps the two. */
  selectOrSwap(card: string): void {
    if (this.isSent) return;
    const { selectedCard } = this;
    if (selectedCard === null || selectedCard === card) this.selectedCard = selectedCard === card ? null : card;
    else if (this.handOf(selectedCard) === this.handOf(card)) this.selectedCard = card;
    else this.swap(selectedCard, card);
  }

  swap(card: string, other: string): void {
    if (this.isSent || card === other) return;
    this.change({ cardsByHand: this.cardsAfterSwap(card, other), isHouseWayRequest: false });
    this.lastMovedCard = card;
  }

  /** The arrangement after a swap of two cards. */
  cardsAfterSwap(card: string, other: string): CardsByHand {
    const swapped = (key: string): string => (key === card ? other : key === other ? card : key);
    return Object.fromEntries(Object.entries(this.cardsByHand).map(([name, cards]) => [name, cards.map(swapped)]));
  }

  /** Sort the cards of each hand with the game's `sortCards`. */
  sort(sortCards: (cards: readonly string[]) => string[]): void {
    if (this.isSent) return;
    this.change({
      cardsByHand: Object.fromEntries(Object.entries(this.cardsByHand).map(([name, cards]) => [name, sortCards(cards)])),
      isHouseWayRequest: this.current.isHouseWayRequest,
    });
  }

  /** Arrange the cards by the house way, without submitting them. */
  applyHouseWay(): void {
    const option = this.request?.options?.find((candidate) => candidate.is_house_way);
    if (option === undefined || this.isSent) return;
    this.change({ cardsByHand: withUniqueKeys(option.hands), isHouseWayRequest: true });
    this.lastMovedCard = null;
  }

  /** Arrange the cards by one of the server's legal options. */
  applyOption(option: ArrangementOption): void {
    if (this.isSent || option.foul_reason !== null) return;
    this.change({ cardsByHand: withUniqueKeys(option.hands), isHouseWayRequest: option.is_house_way });
    this.lastMovedCard = null;
  }

  undo(): void {
    const before = this.undoStack.at(-1);
    if (before === undefined || this.isSent) return;
    this.undoStack = this.undoStack.slice(0, -1);
    this.store(before);
    this.lastMovedCard = null;
  }

  /** Submit the current arrangement. `confirmsFoul`: the player has confirmed a foul arrangement. */
  async submit(confirmsFoul = false): Promise<void> {
    const { request, requestKey } = this;
    if (request === null || this.isSent || (!this.isLegal && !confirmsFoul)) return;
    clearTimeout(this.draftTimer);
    this.sentKey = requestKey;
    this.selectedCard = null;
    try {
      await this.play.live.sendCommand({
        do: "arrange-cards",
        seat: request.seat,
        question: request.question_number,
        ...(this.current.isHouseWayRequest ? {} : { hands: withoutKeys(this.cardsByHand) }),
        ...(confirmsFoul ? { confirms_foul: true } : {}),
      });
    } catch (refusal) {
      this.sentKey = null;
      this.showRefusal(refusal);
      // Send a draft, so that the view says why the arrangement is foul and how to correct it.
      void this.sendDraft();
    }
  }

  private change(next: Arrangement): void {
    if (this.arrangement?.requestKey !== this.requestKey) this.undoStack = [];
    this.undoStack = [...this.undoStack, this.current];
    this.store(next);
  }

  private store(next: Arrangement): void {
    const { requestKey } = this;
    if (requestKey === null) return;
    this.arrangement = { ...next, requestKey };
    this.selectedCard = null;
    clearTimeout(this.draftTimer);
    this.draftTimer = window.setTimeout(() => void this.sendDraft(), DRAFT_DELAY_MS);
  }

  /** Send the arrangement as a draft, foul or not; the server uses the last draft when time runs out. One request at a time. */
  private async sendDraft(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let count = 0; count < MAX_DRAFTS_IN_A_ROW && (await this.sendNewestDraft()); count += 1);
    } catch {
      this.lastDraft = null;
    } finally {
      this.isSending = false;
    }
  }

  private async sendNewestDraft(): Promise<boolean> {
    const { request, cardsByHand } = this;
    if (request === null || this.isSent || this.lastDraft === cardsByHand) return false;
    this.lastDraft = cardsByHand;
    await this.play.live.sendCommand({
      do: "save-arrangement-draft",
      seat: request.seat,
      question: request.question_number,
      hands: withoutKeys(cardsByHand),
    });
    return true;
  }

  private showRefusal(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    const isLate =
      code === "arrangement/not_requested" ||
      code === "arrangement/already_set" ||
      code === "decision/stale" ||
      code === "table/wrong_phase";
    this.play.showMessage(isLate ? () => t("arrange.late") : refusalText(refusal));
  }
}

const handSettings = new WeakMap<PlayerBets, HandSetting>();

/** Return the hand setting of a table, shared by the trays on the felt and the buttons below. */
export function handSettingFor(play: PlayerBets): HandSetting {
  const handSetting = handSettings.get(play) ?? new HandSetting(play);
  handSettings.set(play, handSetting);
  return handSetting;
}

/** First arrangement: the draft (of this or another screen), else the house way, which is the default at timeout. */
function firstArrangement(request: ArrangementRequest): Arrangement {
  const houseWay = request.options?.find((option) => option.is_house_way);
  if (request.draft !== undefined) return { cardsByHand: withUniqueKeys(request.draft), isHouseWayRequest: false };
  return { cardsByHand: withUniqueKeys(houseWay?.hands ?? {}), isHouseWayRequest: true };
}

const DUPLICATE_SUFFIX = "'";
/** The card or tile of a unique key, as the server writes it. */
export const cardFromKey = (card: string): string => (card.endsWith(DUPLICATE_SUFFIX) ? card.slice(0, -1) : card);
const withoutKeys = (cardsByHand: CardsByHand): Record<string, string[]> =>
  Object.fromEntries(Object.entries(cardsByHand).map(([name, cards]) => [name, cards.map(cardFromKey)]));

export function withUniqueKeys(cardsByHand: CardsByHand): CardsByHand {
  const seen = new Set<string>();
  const keyOf = (card: string): string => {
    const key = seen.has(card) ? card + DUPLICATE_SUFFIX : card;
    seen.add(card);
    return key;
  };
  return Object.fromEntries(Object.entries(cardsByHand).map(([name, cards]) => [name, cards.map(keyOf)]));
}

/** True if the same cards are in the same hands, in any order. */
export function isSameArrangement(left: CardsByHand, right: CardsByHand): boolean {
  const sorted = (cards: readonly string[] | undefined): string => (cards ?? []).map(cardFromKey).sort().join(" ");
  return Object.keys(left).every((name) => sorted(left[name]) === sorted(right[name]));
}

/** Time left to set the hands, or null. */
export function handSettingCountdown(view: TableView, at: number): CountdownTime | null {
  const { arrangements } = view;
  return arrangements?.deadline_at == null
    ? null
    : { leftMs: Math.max(0, arrangements.deadline_at - at), totalMs: arrangements.time_limit_seconds * 1000 };
}
