import type { TableView } from "../../../lib/types";
import { formatList } from "../../../terminal/format-list";
import type { StatusLine } from "../../../terminal/status-line";
import type { TerminalParts } from "../../parts";
import { resultSentence, ownResultSentence } from "../hands";
import { t as stakes } from "../../../table-stakes/words";
import { stakesText } from "../stakes";
import { t } from "../words";
import ActionBar from "./ActionBar.svelte";
import Replay from "./Replay.svelte";
import Record from "./Record.svelte";
import Table from "./Table.svelte";

/** Returns the status line during a hand: cards are dealt, hands are set, or hands are opened. */
function dealingSentence(view: TableView): StatusLine {
  const waitingSeats = view.arrangements?.requests.map((request) => String(request.seat)) ?? [];
  if (waitingSeats.length > 0)
    return { main: t("status.setting"), next: t("status.setting_next", { count: waitingSeats.length, seats: formatList(waitingSeats) }) };
  if (view.table_stakes?.hand?.stage === "dealing") return { main: t("status.cards"), next: t("status.cards_next") };
  return { main: t("status.opening"), next: t("status.opening_next") };
}

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => stakes("past.title"), short: () => stakes("past.short") },
  hasSidePanel: true,
  stakesText,
  hasDecisions: false,
  ActionBar,
  dealingSentence,
  resultSentence,
  ownResultSentence: (view, last) => ownResultSentence(last, view.player?.seat ?? null),
  shortResultText: (view, last) => ownResultSentence(last, view.player?.seat ?? null),
  isReturnedByRule: () => true,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
