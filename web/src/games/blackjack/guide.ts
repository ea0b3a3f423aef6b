import type { GuideParts } from "../../table/game-parts";
import { t } from "./words";

const STEPS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = {
  steps: () => STEPS.map((target) => ({ target, title: t(`guide.${target}.title`), text: t(`guide.${target}.text`) })),
};
