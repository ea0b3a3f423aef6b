import { createTranslator } from "../../lib/i18n.svelte";
import type { GuideParts } from "../parts";
import { words } from "./guide-words.en";

const t = createTranslator(words, {
  es: () => import("./guide-words.es"),
  zh: () => import("./guide-words.zh"),
  vi: () => import("./guide-words.vi"),
});
const STEPS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = {
  steps: () => STEPS.map((target) => ({ target, title: t(`${target}.title`), text: t(`${target}.text`) })),
};
