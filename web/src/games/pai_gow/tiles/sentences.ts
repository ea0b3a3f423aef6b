import type { BoardParts, DealerParts, TerminalParts } from "../../../table/game-parts";
import type { TableView } from "../../../lib/types";
import type { StatusLine } from "../../../table/betting/status-line";
import { dealer as paiGowDealer, dealingSentence as paiGowDealingSentence, terminal as paiGowTerminal } from "../shared/sentences";
import { handName } from "../shared/words";
import { t } from "./words";

/** Returns the status line during the round: own sentences for dice and dealing, else those of pai gow poker. */
export function dealingSentence(view: TableView): StatusLine {
  const isSetting = view.arrangements !== undefined || view.action_order?.to_open != null;
  const tiles = Object.values(view.hands).flat().length;
  if (
    isSetting ||
    (view.action_order !== undefined &&
      view.action_order.seats.length > 0 &&
      view.action_order.opened.length === view.action_order.seats.length)
  )
    return paiGowDealingSentence(view);
  if (tiles === 0 && (view.action_order?.rolls.length ?? 0) === 0)
    return { main: t("status.dice"), next: t("status.dice_next"), tone: "loud" };
  return { main: t("status.tiles"), next: t("status.tiles_next") };
}

/** Returns the dealer's next step: an own sentence for dealing a tile, else that of pai gow poker. */
const nextStepSentence: DealerParts["nextStepSentence"] = (view) => {
  const nextStep = view.staff?.next_step;
  if (
    view.phase === "dealing" &&
    nextStep?.command === "read-card" &&
    nextStep.hand !== undefined &&
    nextStep.position_in_hand !== undefined
  )
    return t("console.tile", { hand: handName(nextStep.hand), nth: nextStep.position_in_hand });
  return paiGowDealer.nextStepSentence(view);
};

const nextStepReason: DealerParts["nextStepReason"] = (view) => {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.dice_note");
  if (command === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return paiGowDealer.nextStepReason(view);
  if (command === "read-card")
    return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
  return paiGowDealer.nextStepReason(view);
};

/** Returns the direction in which the first two seats follow each other round the table; null with fewer than two seats or opposite seats. */
export function seatDirection(seats: readonly { seat: number | null }[], seatCount: number): "clockwise" | "counter-clockwise" | null {
  const [first, second] = seats.map((hand) => hand.seat);
  if (first == null || second == null || seatCount < 3) return null;
  const clockwiseSteps = (second - first + seatCount) % seatCount;
  return clockwiseSteps * 2 === seatCount ? null : clockwiseSteps * 2 < seatCount ? "clockwise" : "counter-clockwise";
}

export const terminal = {
  ...paiGowTerminal,
  panelTitle: { full: () => t("ranks.title"), short: () => t("ranks.title") },
  dealingSentence,
} satisfies Partial<TerminalParts>;

export const board = { limitsLabel: () => t("lines") } satisfies Partial<BoardParts>;

export const dealer = { ...paiGowDealer, Decide: null, nextStepSentence, nextStepReason } satisfies Partial<DealerParts>;
