import type { GameNames } from "../parts";
import { declarationName, handName } from "./words";

export const parts: GameNames = { handName: handName, choiceName: declarationName };
