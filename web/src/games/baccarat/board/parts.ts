import { t as board } from "../../../board/words";
import type { TableView } from "../../../lib/types";
import type { BoardParts } from "../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

function lastResultText(view: TableView): string | null {
  const mark = view.trends.current.roads.bead.at(-1)?.mark;
  return mark === "player" || mark === "banker" || mark === "tie" ? t(`win.${mark}`) : null;
}

export const parts: BoardParts = { Hands, Record, limitsLabel: () => board("lines"), Tile, TileFoot, lastResultText };
