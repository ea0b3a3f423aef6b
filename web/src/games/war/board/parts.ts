import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import { pastOf } from "../past";
import Record from "../Record.svelte";
import { resultLines } from "../standing";
import Hands from "./Hands.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

const newest: BoardParts["newest"] = (view) => resultLines(pastOf(view.trends).at(-1) ?? null)[0] ?? null;

export const parts: BoardParts = { Hands, Record, lines: () => board("lines"), Tile, TileFoot, newest };
