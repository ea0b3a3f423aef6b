import ReplayHands from "../../../table/betting/ReplayHands.svelte";
import { dealingStatus } from "../../../table/betting/status-line";
import { waitingForOthers } from "../../../table/deciding/decision-sentences";
import type { TerminalParts } from "../../../table/game-parts";
import { capitalized, outcomeText } from "../hands";
import { winningBadge } from "../badges";
import Record from "../Record.svelte";
import { t } from "../words";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => t("record.title"), short: () => t("record.short") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: false,
  ActionBar: null,
  dealingSentence: (view) => {
    const questions = view.decision?.questions ?? [];
    const [first] = questions;
    if (first === undefined) return dealingStatus(view);
    return waitingForOthers(questions.map((question) => question.seat).join(", "), capitalized(first.default_choice));
  },
  resultSentence: (round) => outcomeText(round.facts),
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: () => true,
  Replay: ReplayHands,
  isReplayedCardByCard: true,
  winningSide: winningBadge,
};
