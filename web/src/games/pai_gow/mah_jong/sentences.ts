import type { TableView } from "../../../lib/types";
import type { StatusLine } from "../../../table/betting/status-line";
import type { DealerParts, FinishedRound, PitParts, TerminalParts } from "../../../table/game-parts";
import { comparisonText, handsOfFinishedRound, twoTileName, type MahJongHand } from "./hands";
import { record } from "./record";
import { ownHeadline } from "./result";
import { handName } from "../shared/words";
import { t } from "./words";

/** Returns the status line during the round: the die, dealing, whose hand is opened. */
export function dealingSentence(view: TableView): StatusLine {
  const { action_order: order } = view;
  const tiles = Object.values(view.hands).flat().length;
  if (order?.to_open != null) {
    const seat = Number(order.to_open.split(":")[1] ?? 0);
    if (seat === 0) return { main: t("status.open"), next: t("status.open_dealer") };
    const isOwnSeat = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
    return { main: t("status.open"), next: isOwnSeat ? t("status.open_you") : t("status.open_next", { seat }) };
  }
  if (tiles === 0 && (order?.rolls.length ?? 0) === 0) return { main: t("status.die"), next: t("status.die_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length)
    return { main: t("status.opened"), next: t("status.opened_next") };
  return { main: t("status.stacks"), next: t("status.stacks_next") };
}

/**
 * Returns the result in the viewer's case, "You win: pair of sevens over 9, window high"; for a viewer without a hand that of the
 * player-dealer: "Player-dealer: 9, window high".
 */
export function resultSentence(round: FinishedRound, view?: TableView): string {
  const hands = handsOfFinishedRound(round);
  const own = view?.last_round?.round === round.round ? ownHeadline(view, view.last_round, hands) : null;
  return own ?? t("end.dealer", { hand: twoTileName(hands.dealer.madeHand) });
}

/** Returns the dealer's next step: roll the die, deal a tile, open a hand; null where the console has a sentence of its own. */
const nextStepSentence: DealerParts["nextStepSentence"] = (view) => {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined || view.phase !== "dealing") return null;
  if (nextStep.command === "roll-dice") return t("console.die");
  if (nextStep.hand === undefined) return null;
  if (nextStep.command === "show-hand") return t("console.open", { hand: handName(nextStep.hand) });
  return nextStep.command === "read-card" && nextStep.position_in_hand !== undefined
    ? t("console.tile", { hand: handName(nextStep.hand), nth: nextStep.position_in_hand })
    : null;
};

const nextStepReason: DealerParts["nextStepReason"] = (view) => {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.die_note");
  if (command === "show-hand" || command === "call-result" || view.action_order?.to_open === view.staff?.next_step.hand)
    return t("console.open_note");
  return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
};

export const terminal = {
  panelTitle: { full: () => t("ranks.title"), short: () => t("ranks.title") },
  hasSidePanel: true,
  hasDecisions: false,
  ActionBar: null,
  stakesText: null,
  dealingSentence,
  resultSentence,
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: () => false,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** Returns the name of a hand and how it compared: "9, window high, wins". */
const handText = (hand: MahJongHand | undefined): string =>
  hand === undefined ? "" : [twoTileName(hand.madeHand), comparisonText(hand.comparison)].filter((part) => part !== "").join(", ");

export const dealer = {
  Decide: null,
  paymentTexts: (last) => {
    const { seats } = handsOfFinishedRound(last);
    return { handText: (seat) => handText(seats.find((hand) => hand.seat === seat)) };
  },
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(last),
} satisfies Partial<DealerParts>;

export const pit = {
  record: (tile) => record(tile),
  resultSentence: ({ cards, facts }) => (facts["hand"] === undefined ? "" : resultSentence({ round: "", cards, facts: facts })),
  handResultText: (round, name) => {
    const hands = handsOfFinishedRound({ round: "", ...round });
    return handText([hands.dealer, ...hands.seats].find((hand) => hand.name === name));
  },
} satisfies Partial<PitParts>;
