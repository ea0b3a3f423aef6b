import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import { pastRounds } from "../past-rounds";
import Record from "../Record.svelte";
import { resultLines } from "../war-state";
import Hands from "./Hands.svelte";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

const lastResultText: BoardParts["lastResultText"] = (view) => resultLines(pastRounds(view.trends).at(-1) ?? null)[0] ?? null;

export const parts: BoardParts = { Hands, Record, limitsLabel: () => board("lines"), Tile, TileFoot, lastResultText };
