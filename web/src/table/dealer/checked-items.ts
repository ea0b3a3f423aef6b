import { SvelteSet } from "svelte/reactivity";

/** Items of a list that the dealer has checked off. */
export class CheckedItems {
  readonly #ids = new SvelteSet<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  toggle(id: string): void {
    if (!this.#ids.delete(id)) this.#ids.add(id);
  }
}
