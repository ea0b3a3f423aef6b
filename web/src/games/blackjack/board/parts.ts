import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

export const parts: BoardParts = { Hands, Record, lines: () => board("lines"), Tile, TileFoot, newest: null };
