import { t as board } from "../../../board/words";
import SeatsTaken from "../../../table-stakes/SeatsTaken.svelte";
import type { BoardParts } from "../../parts";
import { stakesText } from "../stakes";
import Hands from "./Hands.svelte";
import PostedInfo from "./PostedInfo.svelte";
import Record from "./Record.svelte";
import Tile from "./Tile.svelte";

export const parts: BoardParts = {
  Hands,
  Record,
  limitsLabel: () => board("buy_in"),
  Tile,
  TileFoot: SeatsTaken,
  lastResultText: null,
  stakesText,
  PostedInfo,
};
