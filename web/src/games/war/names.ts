import { common } from "../../lib/common";
import type { Names } from "../parts";

export const parts: Names = {
  hand: (name) => (name === "player" || name === "banker" ? common(`side.${name}`) : name),
  choice: (choice) => choice,
};
