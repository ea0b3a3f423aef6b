import { t as board } from "../../../board/words";
import SeatsTaken from "../../../stakes/SeatsTaken.svelte";
import type { BoardParts } from "../../parts";
import { stakesTold } from "../stakes";
import Hands from "./Hands.svelte";
import Posted from "./Posted.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";

export const parts: BoardParts = { Hands, Record, lines: () => board("buy_in"), Tile, TileFoot: SeatsTaken, newest: null, stakes: stakesTold, Posted };
