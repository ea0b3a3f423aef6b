import { listed } from "../../../terminal/listed";
import type { BoardParts } from "../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Posted from "./Posted.svelte";
import Record from "./Record.svelte";
import { newestOf } from "./road";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

const KINDS = ["win", "push", "lose"] as const;

/** "Seat 3 wins both · Seat 5 pushes". */
const newest: BoardParts["newest"] = (view) => {
  const seats = newestOf(view);
  if (seats === null) return null;
  const said = KINDS.flatMap((kind) => (seats[kind].filter((seat) => seat > 0).length === 0 ? [] : [t(`seats.${kind}`, { seats: listed(seats[kind].map(String)) })]));
  return said.length === 0 ? null : said.join(" · ");
};

export const parts: BoardParts = { Hands, Record, lines: () => t("lines"), Tile, TileFoot, newest, Posted };
