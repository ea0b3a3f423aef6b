import { listed } from "../../../../terminal/listed";
import type { BoardParts } from "../../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

/** "Seat 3 wins · Seat 5 loses". */
const newest: BoardParts["newest"] = (view) => {
  const last = view.trends.two_tiles.at(-1);
  if (last === undefined) return null;
  const seats = (isWon: boolean): string[] => last.seats.filter((one) => (one.came === "win") === isWon).map((one) => String(one.seat));
  const said = [...(seats(true).length > 0 ? [t("seats.win", { seats: listed(seats(true)) })] : []), ...(seats(false).length > 0 ? [t("seats.lose", { seats: listed(seats(false)) })] : [])];
  return said.length === 0 ? null : said.join(" · ");
};

export const parts: BoardParts = { Hands, Record, lines: () => t("lines"), Tile, TileFoot, newest };
