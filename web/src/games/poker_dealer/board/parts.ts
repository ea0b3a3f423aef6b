import type { BoardParts } from "../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

export const parts: BoardParts = { Hands, Record, limitsLabel: () => t("wall.ante"), Tile, TileFoot, lastResultText: null };
