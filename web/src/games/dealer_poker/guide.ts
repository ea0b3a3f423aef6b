import { createTranslator } from "../../lib/i18n.svelte";
import type { GuideParts } from "../parts";
import { words } from "./words/guide.en";

const t = createTranslator(words, {
  es: () => import("./words/guide.es"),
  zh: () => import("./words/guide.zh"),
  vi: () => import("./words/guide.vi"),
});
const STEP_TARGETS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = {
  steps: () => STEP_TARGETS.map((target) => ({ target, title: t(`${target}.title`), text: t(`${target}.text`) })),
};
