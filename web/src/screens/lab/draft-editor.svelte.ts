import { get, post, put, Refusal } from "../../lib/api";
import type {
  AttackEvent,
  CheckedEvent,
  DecksEvent,
  DesignEvent,
  DraftResponse,
  EditRequest,
  EffectsEvent,
  FailedEvent,
  LabFigures,
  LabWager,
  ProgressEvent,
  SheetEvent,
} from "../../wire.http";
import { streamCount, type LabEvent } from "./count-stream";

export type OptionValue = string | number | boolean;
type Options = Readonly<Record<string, OptionValue>>;
/** A copy of the draft that is kept beside it, with the figures that it had. */
export type KeptCopy = { text: string; options: Options; sheet: SheetEvent | null };
type Snapshot = { text: string; options: Options };

const TYPING_MS = 60;
const SAVE_MS = 900;
const UNDO_MOST = 100;

/** Text of one draft while it is edited: what is typed is checked and counted by the server, and stored a moment later. */
export class DraftEditor {
  draft = $state.raw<DraftResponse | null>(null);
  text = $state("");
  options = $state.raw<Options>({});
  wager = $state("");
  /** The last answer to a text without problems; it stays on the screen while the text has some. */
  checked = $state.raw<CheckedEvent | null>(null);
  problems = $state.raw<CheckedEvent["problems"]>([]);
  sheet = $state.raw<SheetEvent | null>(null);
  filed = $state.raw<SheetEvent | null>(null);
  decks = $state.raw<DecksEvent | null>(null);
  effects = $state.raw<EffectsEvent | null>(null);
  design = $state.raw<DesignEvent | null>(null);
  attack = $state.raw<AttackEvent | null>(null);
  progress = $state.raw<Readonly<Record<string, ProgressEvent | null>>>({});
  failures = $state.raw<Readonly<Record<string, FailedEvent | null>>>({});
  /** True from a keystroke until the figures of the new text arrive: those on the screen are greyed. */
  isStale = $state(false);
  isSaved = $state(true);
  kept = $state.raw<KeptCopy | null>(null);
  error = $state.raw<unknown>(null);
  /** What was typed and is not yet in a text without problems, by wager, field and row. */
  typed = $state.raw<Readonly<Record<string, string>>>({});
  canUndo = $state(false);

  private pending: EditRequest[] = [];
  private undoable: Snapshot[] = [];
  private lastEdited = "";
  private counts: Partial<Record<"figures" | "design" | "attack", AbortController>> = {};
  private timers: { count: number; save: number } = { count: 0, save: 0 };
  private saving: Promise<void> = Promise.resolve();

  get wagers(): readonly LabWager[] {
    return this.checked?.wagers ?? [];
  }

  get chosen(): LabWager | null {
    return this.wagers.find((one) => one.wager === this.wager) ?? this.wagers[0] ?? null;
  }

  get isLocked(): boolean {
    return this.draft === null || !this.draft.is_own || this.draft.status === "submitted" || this.draft.status === "approved";
  }

  figuresOf(wager: string, sheet: SheetEvent | null = this.sheet): LabFigures | null {
    return sheet?.wagers.find((one) => one.wager === wager) ?? null;
  }

  async open(id: number): Promise<void> {
    const draft = await get(`/api/lab/drafts/${id}`);
    this.draft = draft;
    this.text = draft.text;
    this.options = draft.options;
    this.count();
  }

  close(): void {
    clearTimeout(this.timers.count);
    for (const one of Object.values(this.counts)) one.abort();
    if (!this.isSaved) void this.save();
  }

  // Changes

  /** Change one field of a wager or of one of its rows. */
  edit(edit: EditRequest): void {
    this.remember(fieldKey(edit));
    this.add(edit);
    this.changed();
  }

  /** Make changes that are undone together, such as a proposal that was chosen. */
  apply(...edits: readonly EditRequest[]): void {
    this.lastEdited = "";
    this.remember("proposal");
    for (const edit of edits) this.add(edit);
    this.lastEdited = "";
    this.changed();
  }

  private add(edit: EditRequest): void {
    const key = fieldKey(edit);
    this.typed = { ...this.typed, [key]: edit.value ?? "" };
    this.pending = [...this.pending.filter((one) => fieldKey(one) !== key || edit.field.includes("-")), edit];
  }

  setText(text: string): void {
    this.remember("text");
    this.text = text;
    this.typed = {};
    this.pending = [];
    this.changed();
  }

  setOption(name: string, value: OptionValue): void {
    this.remember(`option ${name}`);
    this.options = { ...this.options, [name]: value };
    this.changed();
  }

  choose(wager: string): void {
    this.wager = wager;
    this.decks = null;
    this.effects = null;
    this.design = null;
    this.attack = null;
    this.counts.design?.abort();
    this.counts.attack?.abort();
    this.count();
  }

  undo(): void {
    const before = this.undoable.pop();
    this.canUndo = this.undoable.length > 0;
    if (before !== undefined) this.restore(before);
  }

  keepCopy(): void {
    this.kept = { text: this.text, options: this.options, sheet: this.sheet };
  }

  backToCopy(): void {
    if (this.kept === null) return;
    this.remember("copy");
    this.restore(this.kept);
  }

  private restore(snapshot: Snapshot): void {
    this.text = snapshot.text;
    this.options = snapshot.options;
    this.typed = {};
    this.pending = [];
    this.lastEdited = "";
    this.changed();
  }

  /** Keep the state before a change; the letters of one field are undone together. */
  private remember(key: string): void {
    if (key === this.lastEdited && this.undoable.length > 0) return;
    this.lastEdited = key;
    this.undoable = [...this.undoable.slice(1 - UNDO_MOST), { text: this.text, options: this.options }];
    this.canUndo = true;
  }

  private changed(): void {
    this.isStale = true;
    this.isSaved = false;
    this.design = null;
    clearTimeout(this.timers.count);
    this.timers.count = window.setTimeout(() => this.count(), TYPING_MS);
    clearTimeout(this.timers.save);
    this.timers.save = window.setTimeout(() => void this.save(), SAVE_MS);
  }

  // Counting

  /** Check the text and count its figures; a count that is under way is cancelled. */
  count(): void {
    const edits = this.pending;
    this.isStale = true;
    void this.stream("figures", edits, (event) => this.onFigures(event, edits));
  }

  solve(edge: number, row: number | null, payable: "whole" | "halves" | "felt"): void {
    this.design = null;
    void this.stream("design", [], (event) => this.onOther(event), { edge, row, payable });
  }

  /** Study card counting of the chosen wager: it takes a while, and its interval narrows. */
  startAttack(): void {
    this.attack = null;
    void this.stream("attack", [], (event) => this.onOther(event));
  }

  private async stream(
    part: "figures" | "design" | "attack",
    edits: EditRequest[],
    onEvent: (event: LabEvent) => void,
    more: { edge?: number; row?: number | null; payable?: "whole" | "halves" | "felt" } = {},
  ): Promise<void> {
    if (this.draft === null) return;
    this.counts[part]?.abort();
    const abort = (this.counts[part] = new AbortController());
    this.failures = { ...this.failures, [part]: null };
    const body = { part, text: this.text, base: this.draft.base, options: this.options, wager: this.chosen?.wager ?? this.wager };
    try {
      await streamCount({ ...body, edits, ...more }, abort.signal, (event) => {
        if (!abort.signal.aborted) onEvent(event);
      });
    } catch (error) {
      if (!abort.signal.aborted) this.error = error instanceof Refusal ? error : new Refusal("network/away", "");
    }
    if (!abort.signal.aborted) this.progress = part === "figures" ? {} : { ...this.progress, [part]: null };
  }

  private onFigures(event: LabEvent, edits: EditRequest[]): void {
    this.error = null;
    if (event.stage === "checked") this.onChecked(event, edits);
    else if (event.stage === "sheet") {
      this.sheet = event;
      this.isStale = false;
    } else if (event.stage === "filed") this.filed = event;
    else if (event.stage === "decks") this.decks = event;
    else if (event.stage === "effects") this.effects = event;
    else this.onOther(event);
  }

  private onOther(event: LabEvent): void {
    if (event.stage === "progress") this.progress = { ...this.progress, [event.part]: event };
    else if (event.stage === "failed") this.failures = { ...this.failures, [event.part]: event };
    else if (event.stage === "design") this.design = event;
    else if (event.stage === "attack") this.attack = event;
  }

  private onChecked(event: CheckedEvent, edits: EditRequest[]): void {
    if (edits.length > 0) {
      this.text = event.text;
      this.pending = this.pending.filter((one) => !edits.includes(one));
    }
    this.problems = event.problems;
    if (event.problems.length > 0) {
      this.isStale = false;
      return;
    }
    this.checked = event;
    if (this.wager === "" || this.chosen?.wager !== this.wager) this.wager = this.chosen?.wager ?? "";
    if (this.pending.length === 0) this.typed = {};
  }

  // Storing

  /** Store the text now, after the one that is being stored. */
  async save(): Promise<void> {
    clearTimeout(this.timers.save);
    this.saving = this.saving.then(() => this.saveOnce());
    await this.saving;
  }

  private async saveOnce(): Promise<void> {
    if (this.draft === null || this.isLocked || this.isSaved) return;
    const [text, options] = [this.text, this.options];
    try {
      this.draft = await put(`/api/lab/drafts/${this.draft.id}`, { text, options, version: this.draft.version });
      this.isSaved = text === this.text && options === this.options && this.pending.length === 0;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }

  async submit(): Promise<void> {
    await this.save();
    if (this.draft !== null) this.draft = await post(`/api/lab/drafts/${this.draft.id}/submit`);
  }

  /** Set the private table to this draft and return its name. */
  async play(): Promise<string> {
    await this.save();
    return (await post(`/api/lab/drafts/${this.draft?.id ?? 0}/play`)).table;
  }
}

export const fieldKey = (edit: Pick<EditRequest, "wager" | "field" | "row">): string => `${edit.wager} ${edit.field} ${edit.row ?? ""}`;
