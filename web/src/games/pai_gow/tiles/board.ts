import type { BoardParts } from "../../parts";
import { parts as ofHands } from "../board/parts";
import { t } from "./words";

export const parts: BoardParts = { ...ofHands, limitsLabel: () => t("lines") };
