import { t as terminal } from "../../../terminal/words";
import type { TerminalParts } from "../../parts";
import { dealerResultSentence } from "../result";
import { t } from "../words";
import Replay from "./Replay.svelte";
import Record from "./Record.svelte";
import { dealingSentence, ownResultSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => t("record.title"), short: () => t("record.short") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: true,
  ActionBar: null,
  dealingSentence,
  resultSentence: (round) => dealerResultSentence(round.cards),
  ownResultSentence: (view, last) => `${ownResultSentence(view, last)} ${terminal("result.open")}`,
  shortResultText: null,
  isReturnedByRule: () => false,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
