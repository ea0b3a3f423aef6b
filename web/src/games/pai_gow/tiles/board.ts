import type { BoardParts } from "../../parts";
import { parts as paiGowParts } from "../board/parts";
import { t } from "./words";

export const parts: BoardParts = { ...paiGowParts, limitsLabel: () => t("lines") };
