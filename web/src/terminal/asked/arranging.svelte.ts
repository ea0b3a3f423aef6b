import { Refusal } from "../../lib/api";
import type { ArrangementRequest, TableView, ArrangementOption } from "../../lib/types";
import type { Play } from "../play.svelte";
import { refusedInWords } from "../refusals";
import type { TableClock } from "../table-clock";
import { t } from "../words";

/** What lies in each tray, by the name of its hand. Of two pieces alike the second has a mark, so that each is itself. */
export type Trays = Readonly<Record<string, readonly string[]>>;
/** How the cards lie, and whether they lie so because the house way was asked for. */
type Laid = { trays: Trays; byHouse: boolean };

const DRAFT_MS = 250;
const TURNS_MOST = 50;

/** Laying one's cards into hands: what lies where, which card is lifted, and what the house is told of it meanwhile. */
export class Arranging {
  private laid = $state.raw<(Laid & { key: string }) | null>(null);
  private past = $state.raw<readonly Laid[]>([]);
  private sent = $state.raw<string | null>(null);
  /** The card that waits for the one it is swapped with. */
  lifted = $state.raw<string | null>(null);
  /** The one that was moved last. */
  moved = $state.raw<string | null>(null);
  private drafted: Trays | null = null;
  private timer = 0;
  private isSending = false;

  constructor(private readonly play: Play) {}

  get setting(): ArrangementRequest | null {
    return this.play.view?.arrangements?.requests.find((one) => one.is_own) ?? null;
  }

  /** The same cards are never asked for twice: the round, the seat and the question's number name them. */
  get key(): string | null {
    const { setting } = this;
    return setting === null ? null : `${this.play.view?.betting.round} ${setting.seat} ${setting.question_number}`;
  }

  get isSent(): boolean {
    return this.sent !== null && this.sent === this.key;
  }

  private get now(): Laid {
    const { laid, setting } = this;
    if (laid !== null && laid.key === this.key) return laid;
    return setting === null ? { trays: {}, byHouse: true } : asLaidFirst(setting);
  }

  get trays(): Trays {
    return this.now.trays;
  }

  /** The way they lie, as the house told it; null where it told none. */
  get way(): ArrangementOption | null {
    return this.wayOf(this.trays);
  }

  wayOf(trays: Trays): ArrangementOption | null {
    return this.setting?.options?.find((way) => isSame(way.hands, trays)) ?? null;
  }

  /** Whether they may be set as they lie. */
  get isLegal(): boolean {
    return this.setting !== null && this.way?.foul_reason == null;
  }

  get isHouseWay(): boolean {
    return this.way?.is_house_way ?? false;
  }

  get canUndo(): boolean {
    return this.past.length > 0 && this.laid?.key === this.key;
  }

  trayOf(card: string): string | null {
    return Object.keys(this.trays).find((name) => this.trays[name]?.includes(card)) ?? null;
  }

  /** A tap: the first lifts a card, the second in another hand swaps the two. */
  touch(card: string): void {
    if (this.isSent) return;
    const { lifted } = this;
    if (lifted === null || lifted === card) this.lifted = lifted === card ? null : card;
    else if (this.trayOf(lifted) === this.trayOf(card)) this.lifted = card;
    else this.swap(lifted, card);
  }

  swap(card: string, other: string): void {
    if (this.isSent || card === other) return;
    this.lay({ trays: this.swapped(card, other), byHouse: false });
    this.moved = card;
  }

  /** How they would lie if the two changed places. */
  swapped(card: string, other: string): Trays {
    const put = (one: string): string => (one === card ? other : one === other ? card : one);
    return Object.fromEntries(Object.entries(this.trays).map(([name, cards]) => [name, cards.map(put)]));
  }

  /** `order`: how the game sorts the cards of a hand. */
  sort(order: (cards: readonly string[]) => string[]): void {
    if (this.isSent) return;
    this.lay({ trays: Object.fromEntries(Object.entries(this.trays).map(([name, cards]) => [name, order(cards)])), byHouse: this.now.byHouse });
  }

  /** As the house would lay them; they are not set by it. */
  houseWay(): void {
    const way = this.setting?.options?.find((one) => one.is_house_way);
    if (way === undefined || this.isSent) return;
    this.lay({ trays: marked(way.hands), byHouse: true });
    this.moved = null;
  }

  /** One of the ways there are. */
  take(way: ArrangementOption): void {
    if (this.isSent || way.foul_reason !== null) return;
    this.lay({ trays: marked(way.hands), byHouse: way.is_house_way });
    this.moved = null;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined || this.isSent) return;
    this.past = this.past.slice(0, -1);
    this.put(before);
    this.moved = null;
  }

  /** Set them as they lie. `confirmsFoul`: the player was told that they are a foul, and sets them all the same. */
  async set(confirmsFoul = false): Promise<void> {
    const { setting, key } = this;
    if (setting === null || this.isSent || (!this.isLegal && !confirmsFoul)) return;
    clearTimeout(this.timer);
    this.sent = key;
    this.lifted = null;
    try {
      await this.play.live.command({ do: "arrange-cards", seat: setting.seat, question: setting.question_number, ...(this.now.byHouse ? {} : { hands: unmarked(this.trays) }), ...(confirmsFoul ? { confirms_foul: true } : {}) });
    } catch (refusal) {
      this.sent = null;
      this.refused(refusal);
      // The house is told how they lie, so that the view says why they are foul and what mends it.
      void this.draft();
    }
  }

  private lay(next: Laid): void {
    if (this.laid?.key !== this.key) this.past = [];
    this.past = [...this.past, this.now];
    this.put(next);
  }

  private put(next: Laid): void {
    const { key } = this;
    if (key === null) return;
    this.laid = { ...next, key };
    this.lifted = null;
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
    const { setting, trays } = this;
    if (setting === null || this.isSent || this.drafted === trays) return false;
    this.drafted = trays;
    await this.play.live.command({ do: "save-arrangement-draft", seat: setting.seat, question: setting.question_number, hands: unmarked(trays) });
    return true;
  }

  private refused(refusal: unknown): void {
    const code = refusal instanceof Refusal ? refusal.code : "";
    const isLate = code === "arrangement/not_requested" || code === "arrangement/already_set" || code === "decision/stale" || code === "table/wrong_phase";
    this.play.say(isLate ? () => t("arrange.late") : refusedInWords(refusal));
  }
}

const kept = new WeakMap<Play, Arranging>();

/** The one of a table: its trays lie on the felt, its buttons in the foot. */
export function arrangingAt(play: Play): Arranging {
  const made = kept.get(play) ?? new Arranging(play);
  kept.set(play, made);
  return made;
}

/** As they lay before, on this screen or another; else the house way, which is what zero would do. */
function asLaidFirst(setting: ArrangementRequest): Laid {
  const way = setting.options?.find((one) => one.is_house_way);
  if (setting.draft !== undefined) return { trays: marked(setting.draft), byHouse: false };
  return { trays: marked(way?.hands ?? {}), byHouse: true };
}

const MARK = "'";
/** A piece of a tray as the house writes it. */
export const pieceOf = (card: string): string => (card.endsWith(MARK) ? card.slice(0, -1) : card);
const unmarked = (trays: Trays): Trays => Object.fromEntries(Object.entries(trays).map(([name, cards]) => [name, cards.map(pieceOf)]));

export function marked(trays: Trays): Trays {
  const seen = new Set<string>();
  const mark = (card: string): string => {
    const own = seen.has(card) ? card + MARK : card;
    seen.add(card);
    return own;
  };
  return Object.fromEntries(Object.entries(trays).map(([name, cards]) => [name, cards.map(mark)]));
}

/** The same pieces in the same hands, in whatever order. */
export function isSame(one: Trays, other: Trays): boolean {
  const laid = (cards: readonly string[] | undefined): string => (cards ?? []).map(pieceOf).sort().join(" ");
  return Object.keys(one).every((name) => laid(one[name]) === laid(other[name]));
}

/** Until all hands must be set; null where none is asked for, or no clock runs. */
export function arrangeClock(view: TableView, at: number): TableClock | null {
  const { arrangements: arranging } = view;
  return arranging?.deadline_at == null ? null : { left: Math.max(0, arranging.deadline_at - at), of: arranging.time_limit_seconds * 1000 };
}
