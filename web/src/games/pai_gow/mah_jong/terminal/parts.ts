import type { TerminalParts } from "../../../parts";
import { t } from "../words";
import Replay from "./Replay.svelte";
import HandRanking from "./HandRanking.svelte";
import { dealingSentence, resultSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record: HandRanking,
  recordTitle: { full: () => t("ranks.title"), short: () => t("ranks.title") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: false,
  ActionBar: null,
  dealingSentence,
  resultSentence,
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: () => false,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
