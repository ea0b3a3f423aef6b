import { t as terminal } from "../../../terminal/words";
import type { TerminalParts } from "../../parts";
import { t } from "../words";
import Replay from "./Replay.svelte";
import Record from "./Record.svelte";
import { dealerHandSentence, dealingSentence, ownResultSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => t("pays.title"), short: () => t("pays.short") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: true,
  ActionBar: null,
  dealingSentence,
  resultSentence: dealerHandSentence,
  ownResultSentence: (view, last) => `${ownResultSentence(view, last)} ${terminal("result.open")}`,
  shortResultText: ownResultSentence,
  isReturnedByRule: (last, result) => result.wager === "play" && last.facts?.["dealer_qualifies"] === false,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
