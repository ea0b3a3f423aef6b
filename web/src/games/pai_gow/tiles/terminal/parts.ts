import type { TerminalParts } from "../../../parts";
import { parts as paiGowParts } from "../../terminal/parts";
import { t } from "../words";
import ActionBar from "./ActionBar.svelte";
import HandRanking from "./HandRanking.svelte";
import { dealingSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  ...paiGowParts,
  Table,
  Record: HandRanking,
  recordTitle: { full: () => t("ranks.title"), short: () => t("ranks.title") },
  ActionBar,
  dealingSentence,
};
