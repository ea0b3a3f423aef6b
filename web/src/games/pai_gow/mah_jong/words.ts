import { book } from "../../../lib/words.svelte";
import { words } from "./words/en";

/** What is said of two tiles of circles. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});
