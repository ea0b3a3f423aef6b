import { SvelteSet } from "svelte/reactivity";

/** What the dealer has done of a list, by a tap on each; a second tap takes it back. */
export class CheckedItems {
  readonly #done = new SvelteSet<string>();

  has(id: string): boolean {
    return this.#done.has(id);
  }

  toggle(id: string): void {
    if (!this.#done.delete(id)) this.#done.add(id);
  }
}
