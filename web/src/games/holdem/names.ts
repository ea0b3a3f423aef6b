import type { Names } from "../parts";
import { choiceName, handName } from "./words";

export const parts: Names = { hand: handName, choice: choiceName };
