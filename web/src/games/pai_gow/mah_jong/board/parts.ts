import { formatList } from "../../../../terminal/format-list";
import type { BoardParts } from "../../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

/** Returns the results of the last round: "Seat 3 wins · Seat 5 loses". */
const lastResultText: BoardParts["lastResultText"] = (view) => {
  const last = view.trends.two_tiles.at(-1);
  if (last === undefined) return null;
  const seats = (isWon: boolean): string[] =>
    last.seats.filter((seatResult) => (seatResult.came === "win") === isWon).map((seatResult) => String(seatResult.seat));
  const texts = [
    ...(seats(true).length > 0 ? [t("seats.win", { count: seats(true).length, seats: formatList(seats(true)) })] : []),
    ...(seats(false).length > 0 ? [t("seats.lose", { count: seats(false).length, seats: formatList(seats(false)) })] : []),
  ];
  return texts.length === 0 ? null : texts.join(" · ");
};

export const parts: BoardParts = { Hands, Record, limitsLabel: () => t("lines"), Tile, TileFoot, lastResultText };
