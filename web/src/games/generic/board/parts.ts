import type { BoardParts } from "../../../table/game-parts";
import { tableBadges } from "../badges";
import Record from "../Record.svelte";
import Hands from "./Hands.svelte";

export const parts: BoardParts = {
  Hands,
  Record,
  limitsLabel: null,
  summary: (view) => ({
    kind: "sides",
    statistics: { hands: view.trends.all.hands, results: view.trends.all.winners },
    sides: tableBadges(view),
  }),
  lastResultText: (view) => view.trends.past_rounds.at(-1)?.outcome ?? null,
};
