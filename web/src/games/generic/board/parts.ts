import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import Record from "../Record.svelte";
import Hands from "./Hands.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

const lastResultText: BoardParts["lastResultText"] = (view) => view.trends.past_rounds.at(-1)?.outcome ?? null;

export const parts: BoardParts = { Hands, Record, limitsLabel: () => board("lines"), Tile, TileFoot, lastResultText };
