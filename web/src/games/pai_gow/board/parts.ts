import { formatList } from "../../../terminal/format-list";
import type { BoardParts } from "../../parts";
import { t } from "../words";
import Hands from "./Hands.svelte";
import PostedInfo from "./PostedInfo.svelte";
import Record from "./Record.svelte";
import { lastRoundSeats } from "./road";
import Tile from "./Tile.svelte";
import TileFoot from "./TileFoot.svelte";

const KINDS = ["win", "push", "lose"] as const;

/** Returns the results of the last round: "Seat 3 wins both · Seat 5 pushes". */
const lastResultText: BoardParts["lastResultText"] = (view) => {
  const seats = lastRoundSeats(view);
  if (seats === null) return null;
  const texts = KINDS.flatMap((kind) =>
    seats[kind].filter((seat) => seat > 0).length === 0
      ? []
      : [t(`seats.${kind}`, { count: seats[kind].length, seats: formatList(seats[kind].map(String)) })],
  );
  return texts.length === 0 ? null : texts.join(" · ");
};

export const parts: BoardParts = { Hands, Record, limitsLabel: () => t("lines"), Tile, TileFoot, lastResultText, PostedInfo };
