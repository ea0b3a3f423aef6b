import SeatsTaken from "../../../stakes/SeatsTaken.svelte";
import type { BoardParts } from "../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";

export const parts: BoardParts = { Hands, Record, lines: () => t("wall.point"), Tile, TileFoot: SeatsTaken, newest: null };
