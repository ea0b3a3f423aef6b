import { book } from "../../../lib/words.svelte";
import type { GuideParts } from "../../parts";
import { words } from "./words/guide.en";

const t = book(words, {
  es: () => import("./words/guide.es"),
  zh: () => import("./words/guide.zh"),
  vi: () => import("./words/guide.vi"),
});
const STEPS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = { steps: () => STEPS.map((at) => ({ at, title: t(`${at}.title`), text: t(`${at}.text`) })) };
