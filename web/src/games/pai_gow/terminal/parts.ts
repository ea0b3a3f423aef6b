import type { TerminalParts } from "../../parts";
import { t } from "../words";
import ActionBar from "./ActionBar.svelte";
import PayTables from "./PayTables.svelte";
import Replay from "./Replay.svelte";
import { dealingSentence, ownResultSentence, resultSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record: PayTables,
  recordTitle: { full: () => t("pays.title"), short: () => t("pays.short") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: true,
  ActionBar,
  dealingSentence,
  resultSentence,
  ownResultSentence,
  shortResultText: null,
  isReturnedByRule: () => false,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
