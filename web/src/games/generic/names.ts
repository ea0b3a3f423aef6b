import type { GameNames } from "../../table/game-parts";
import { capitalized, seatOfHand } from "./hands";
import { t } from "./words";

/** Returns "Dragon" for "dragon", "Seat 2" for "player:2" and "Seat 2, hand 1" for "player:2/1". */
function handName(name: string): string {
  const seat = seatOfHand(name);
  const [whole = "", part] = name.split("/");
  if (seat === null) return capitalized(part === undefined ? whole : `${whole} ${part}`);
  return part === undefined ? t("seat", { seat }) : t("seat.hand", { seat, hand: part });
}

export const parts: GameNames = { handName, choiceName: capitalized };
