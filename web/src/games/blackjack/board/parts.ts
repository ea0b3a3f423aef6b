import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import Record from "./Record.svelte";
import Hands from "./TableHands.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

export const parts: BoardParts = { Hands, Record, lines: () => board("lines"), Tile, TileFoot, newest: null };
