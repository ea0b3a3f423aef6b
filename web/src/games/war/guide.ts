import { createTranslator } from "../../lib/i18n.svelte";
import type { GuideParts } from "../parts";
import { words } from "./words/guide.en";

const t = createTranslator(words, {
  es: () => import("./words/guide.es"),
  zh: () => import("./words/guide.zh"),
  vi: () => import("./words/guide.vi"),
});
const STEPS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = {
  steps: () => STEPS.map((target) => ({ target, title: t(`${target}.title`), text: t(`${target}.text`) })),
};
