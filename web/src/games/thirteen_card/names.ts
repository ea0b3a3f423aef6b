import type { Names } from "../parts";
import { declarationName, handName } from "./words";

export const parts: Names = { hand: handName, choice: declarationName };
