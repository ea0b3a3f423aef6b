import type { GameNames } from "../parts";
import { choiceName, handName } from "./words";

export const parts: GameNames = { handName: handName, choiceName: choiceName };
