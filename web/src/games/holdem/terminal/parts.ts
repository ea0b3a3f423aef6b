import { formatSignedDollars } from "../../../lib/money";
import type { TableView } from "../../../lib/types";
import type { StatusLine } from "../../../terminal/status-line";
import { formatDollars } from "../../../lib/money";
import type { TerminalParts } from "../../parts";
import { BOARD, resultSentence } from "../hands";
import { t as stakes } from "../../../table-stakes/words";
import { stakesText } from "../stakes";
import { stageName, t } from "../words";
import BetActionBar from "./BetActionBar.svelte";
import Replay from "./Replay.svelte";
import Record from "./Record.svelte";
import Table from "./Table.svelte";

const HOLE_CARDS = 2;
const BOARD_CARDS = 5;

/** Returns the status line during a hand: whose turn it is, or which cards are dealt next. */
export function dealingSentence(view: TableView): StatusLine {
  const hand = view.table_stakes?.hand ?? null;
  const questions = view.decision?.questions ?? [];
  const street = stageName(hand?.stage ?? "");
  if (hand?.betting != null)
    return {
      main: t("dealing.turn", { seat: hand.betting.seat }),
      next: t("dealing.turn_next", { street, amount: formatDollars(hand.pot_cents) }),
    };
  if (questions.length > 0) return { main: t("dealing.shows"), next: t("dealing.shows_next") };
  const isDealt =
    hand !== null && hand.seats.every((seat) => seat.state === "folded" || (view.hands[`player:${seat.seat}`] ?? []).length === HOLE_CARDS);
  if (!isDealt) return { main: t("dealing.cards"), next: t("dealing.cards_next") };
  const isBoardComplete = (view.hands[BOARD] ?? []).length === BOARD_CARDS;
  return { main: street, next: t(isBoardComplete ? "dealing.compared" : "dealing.board_next") };
}

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => stakes("past.title"), short: () => stakes("past.short") },
  hasSidePanel: false,
  stakesText,
  hasDecisions: false,
  ActionBar: BetActionBar,
  dealingSentence,
  resultSentence,
  ownResultSentence: (_, last) => t("end.you", { amount: formatSignedDollars(last.player?.result_cents ?? 0) }),
  shortResultText: (_, last) => (last.player === undefined ? "" : t("end.you", { amount: formatSignedDollars(last.player.result_cents) })),
  isReturnedByRule: () => true,
  Replay,
  isReplayedCardByCard: false,
  RoundBadge: null,
};
