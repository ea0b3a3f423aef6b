import { t as board } from "../../../board/words";
import type { BoardParts } from "../../parts";
import Marks from "../Marks.svelte";
import { pastOf } from "../past";
import Record from "../Record.svelte";
import { resultOf } from "../standing";
import Hands from "./Hands.svelte";
import TileFoot from "./TileFoot.svelte";

export const parts: BoardParts = {
  Hands,
  Record,
  lines: () => board("lines"),
  Tile: Marks,
  TileFoot,
  newest: (view) => resultOf(pastOf(view.trends).at(-1) ?? null) || null,
};
