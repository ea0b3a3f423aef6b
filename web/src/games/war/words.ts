import { book } from "../../lib/words.svelte";
import { words } from "./words/en";

/** What war says, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});
