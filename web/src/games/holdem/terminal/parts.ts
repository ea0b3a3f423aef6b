import { change } from "../../../lib/money";
import type { TableView } from "../../../lib/types";
import type { Told } from "../../../terminal/status";
import { dollars } from "../../../lib/money";
import type { TerminalParts } from "../../parts";
import { BOARD, wonTold } from "../felt";
import { t as stakes } from "../../../stakes/words";
import { stakesTold } from "../stakes";
import { stageName, t } from "../words";
import BetFoot from "./BetFoot.svelte";
import Played from "./Played.svelte";
import Record from "./Record.svelte";
import Table from "./Table.svelte";

const HOLE_CARDS = 2;
const BOARD_CARDS = 5;

/** Whose turn it is, or which cards come. */
export function dealing(view: TableView): Told {
  const hand = view.table_stakes?.hand ?? null;
  const asked = view.decision?.questions ?? [];
  const street = stageName(hand?.stage ?? "");
  if (hand?.betting != null) return { main: t("told.turn", { seat: hand.betting.seat }), next: t("told.turn_next", { street, amount: dollars(hand.pot_cents) }) };
  if (asked.length > 0) return { main: t("told.shows"), next: t("told.shows_next") };
  const isDealt = hand !== null && hand.seats.every((one) => one.state === "folded" || (view.hands[`player:${one.seat}`] ?? []).length === HOLE_CARDS);
  if (!isDealt) return { main: t("told.cards"), next: t("told.cards_next") };
  const isWhole = (view.hands[BOARD] ?? []).length === BOARD_CARDS;
  return { main: street, next: t(isWhole ? "told.compared" : "told.board_next") };
}

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => stakes("past.title"), short: () => stakes("past.short") },
  panel: false,
  stakes: stakesTold,
  decides: false,
  Foot: BetFoot,
  dealing,
  result: wonTold,
  ended: (_, last) => t("end.you", { amount: change(last.player?.result_cents ?? 0) }),
  gist: (_, last) => (last.player === undefined ? "" : t("end.you", { amount: change(last.player.result_cents) })),
  isSentBack: () => true,
  Played,
  isStepwise: false,
  Mark: null,
};
