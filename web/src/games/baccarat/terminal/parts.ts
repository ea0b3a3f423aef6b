import type { TerminalParts } from "../../parts";
import { resultSentence } from "../result";
import { t } from "../words";
import RoundBadge from "./RoundBadge.svelte";
import Replay from "./Replay.svelte";
import Record from "./Record.svelte";
import { dealingSentence } from "./sentences";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => t("roads.title"), short: () => t("roads.title") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: false,
  ActionBar: null,
  dealingSentence,
  resultSentence: (round, view) => resultSentence(round.cards, view?.game.counts_cards),
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: () => false,
  Replay,
  isReplayedCardByCard: true,
  RoundBadge,
};
