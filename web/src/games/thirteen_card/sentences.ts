import { seatsTakenText } from "../../table/table-stakes/table-stakes";
import { t as stakes } from "../../table/table-stakes/words";
import { formatList } from "../../lib/format-list";
import type { StatusLine } from "../../table/betting/status-line";
import type { BoardParts, DealerParts, PitParts, PitRound, TerminalParts } from "../../table/game-parts";
import type { TileHands } from "../../records/tile-hands";
import { handsOnTable, ownResultSentence, resultSentence } from "./hands";
import { formatDollars } from "../../lib/money";
import type { LastRound, TableView } from "../../lib/types";
import { record } from "./record";
import { handName, handStateName, parseHandId, rowLabel, shortMadeHandName, t } from "./words";

/** Returns the stakes of the table: "Point $10 · Ante $2". */
export function stakesText(view: TableView): string {
  return (view.table_stakes?.posted ?? [])
    .flatMap(({ name, cents }) => (name === "point" || name === "ante" ? [t(`stakes.${name}`, { amount: formatDollars(cents) })] : []))
    .join(" · ");
}

/** Returns the status line during a hand: cards are dealt, hands are set, or hands are opened. */
function dealingSentence(view: TableView): StatusLine {
  const waitingSeats = view.arrangements?.requests.map((request) => String(request.seat)) ?? [];
  if (waitingSeats.length > 0)
    return { main: t("status.setting"), next: t("status.setting_next", { count: waitingSeats.length, seats: formatList(waitingSeats) }) };
  if (view.table_stakes?.hand?.stage === "dealing") return { main: t("status.cards"), next: t("status.cards_next") };
  return { main: t("status.opening"), next: t("status.opening_next") };
}

/** Returns the dealer's next step; null where the console has a sentence of its own. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined) return null;
  if (view.phase === "between-rounds") return betweenHandsSentence(view);
  if (view.phase !== "dealing") return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined)
    return t("console.deal", { hand: handName(nextStep.hand), nth: nextStep.position_in_hand ?? 1 });
  if (nextStep.command === "arrange-cards") return t("console.setting");
  if (nextStep.command === "show-hand" && nextStep.hand !== undefined) return t("console.open", { hand: handName(nextStep.hand) });
  return nextStep.command === "call-result" ? t("console.call") : null;
}

function betweenHandsSentence(view: TableView): string | null {
  const command = view.staff?.next_step.command ?? null;
  if (command === "deal-hand") return t("console.next");
  if (command === "draw-button") return t("console.button");
  return view.table_stakes?.can_start_hand === false && command === null
    ? t("console.players", { count: view.table_stakes.least_players })
    : null;
}

function nextStepReason(view: TableView): string {
  if (view.staff?.next_step.command === "read-card") return t("console.why_deal");
  const done = view.arrangements?.done_seats ?? [];
  const isHouseWay = view.arrangements?.requests.some((request) => request.default_choice === "house-way");
  return view.arrangements === undefined
    ? ""
    : t(isHouseWay ? "console.why_setting_house" : "console.why_setting", { done: done.length === 0 ? "–" : formatList(done.map(String)) });
}

/** Returns how a seat's hand ended; "" for its single rows. */
function handResultText(round: PitRound, name: string): string {
  const handId = parseHandId(name);
  if (handId === null) return "";
  if (handId.row !== null) return "";
  return handStateName(String(round.facts[`seat ${handId.seat} end`] ?? ""));
}

export const terminal = {
  panelTitle: { full: () => stakes("past.title"), short: () => stakes("past.short") },
  hasSidePanel: true,
  hasDecisions: false,
  stakesText,
  dealingSentence,
  resultSentence,
  ownResultSentence: (view, last) => ownResultSentence(last, view.player?.seat ?? null),
  shortResultText: (view, last) => ownResultSentence(last, view.player?.seat ?? null),
  isReturnedByRule: () => true,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** Returns the rows of the seat with the best hand, and during a hand how many seats have set theirs. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const hands = handsOnTable(view, last);
  const best = hands.isLast ? last?.facts?.["best"] : undefined;
  const seat = hands.seats.find((one) => Array.isArray(best) && one.seat === best[0]);
  const main = (seat?.rows ?? []).map(({ row, cards, madeHand }) => ({
    name: `${t("seat", { seat: seat?.seat ?? 0 })}, ${rowLabel(row)}`,
    cards: cards.map(({ card }) => card),
    value: shortMadeHandName(madeHand),
  }));
  const { requests = [], done_seats: done = [] } = view.arrangements ?? {};
  return { main, seats: [], counts: { setting: requests.length, set: done.length } };
}

export const board = {
  tileHands,
  record: (view) => ({ ...record(view.trends), facts: seatsTakenText(view) }),
  limitsLabel: null,
  lastResultText: null,
  stakesText,
  summary: (view) => ({ kind: "sentence", text: seatsTakenText(view), isQuiet: false }),
} satisfies Partial<BoardParts>;

export const dealer = { Decide: null, nextStepSentence, nextStepReason, resultSentence } satisfies Partial<DealerParts>;

export const pit = {
  record,
  resultSentence: ({ facts }) => (facts["best"] === undefined ? "" : resultSentence({ facts })),
  handResultText,
} satisfies Partial<PitParts>;
