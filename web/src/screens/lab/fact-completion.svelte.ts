import type { LabFact } from "../../wire.http";
import { complete, completions, wordAt } from "./condition-words";

/** What is typed in: its text up to the cursor is completed. */
type Typed = { value: string; cursor: number };

/** Offers the names that complete the word before the cursor of a field, and takes one by key or by touch. */
export class FactCompletion {
  private typed = $state.raw<Typed | null>(null);
  marked = $state(0);
  readonly offered: readonly LabFact[];

  /** `onchange` gets the completed text, and the place of the cursor in it. */
  constructor(
    facts: () => readonly LabFact[],
    private readonly onchange: (text: string, cursor: number) => void,
  ) {
    this.offered = $derived(this.typed === null ? [] : completions(wordAt(this.typed.value, this.typed.cursor).word, facts()));
  }

  offer(value: string, cursor: number): void {
    this.typed = { value, cursor };
    this.marked = 0;
  }

  close(): void {
    this.typed = null;
  }

  take(name: string): void {
    if (this.typed === null) return;
    const completed = complete(this.typed.value, this.typed.cursor, name);
    this.close();
    this.onchange(completed.text, completed.cursor);
  }

  /** Move in the list, take the marked name, or close the list. */
  press(event: KeyboardEvent): void {
    const count = this.offered.length;
    if (count === 0) return;
    if (event.key === "ArrowDown") this.marked = (this.marked + 1) % count;
    else if (event.key === "ArrowUp") this.marked = (this.marked + count - 1) % count;
    else if (event.key === "Enter" || event.key === "Tab") this.take(this.offered[this.marked]?.name ?? "");
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }
}
