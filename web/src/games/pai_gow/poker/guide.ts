import type { GuideParts } from "../../../table/game-parts";
import { t } from "../shared/words";

const STEP_TARGETS = ["hands", "chips", "spots", "clock", "help"] as const;

export const parts: GuideParts = {
  steps: () => STEP_TARGETS.map((target) => ({ target, title: t(`guide.${target}.title`), text: t(`guide.${target}.text`) })),
};
