import { seatsTakenText } from "../../table/table-stakes/table-stakes";
import { formatDollars, formatSignedDollars } from "../../lib/money";
import { t as stakes } from "../../table/table-stakes/words";
import type { StatusLine } from "../../table/betting/status-line";
import type { BoardParts, DealerParts, PitParts, TerminalParts } from "../../table/game-parts";
import type { LastRound, TableView } from "../../lib/types";
import type { TileHands } from "../../records/tile-hands";
import { BOARD, handsOnTable, potResult, resultSentence } from "./hands";
import { record } from "./record";
import { choiceName, handName, stageName, t } from "./words";

/** Returns the amounts that the table posts: "Blinds $2 / $5 · Cap $1,000 a round". */
export function stakesText(view: TableView): string {
  const postedCents = (name: string): number => view.table_stakes?.posted.find((amount) => amount.name === name)?.cents ?? 0;
  const pair = (first: string, second: string): string => `${formatDollars(postedCents(first))} / ${formatDollars(postedCents(second))}`;
  const amounts = [
    postedCents("big-bet") > 0
      ? t("stakes.limit", { amounts: pair("small-bet", "big-bet") })
      : t("stakes.blinds", { amounts: pair("small-blind", "big-blind") }),
  ];
  if (postedCents("ante") > 0) amounts.push(t("stakes.ante", { amount: formatDollars(postedCents("ante")) }));
  if (postedCents("round-cap") > 0) amounts.push(t("stakes.cap", { amount: formatDollars(postedCents("round-cap")) }));
  return amounts.join(" · ");
}

/** Returns the dealer's next step; null if the console's general sentence applies. */
export function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined) return null;
  if (view.phase === "between-rounds") return betweenHandsSentence(view);
  if (view.phase !== "dealing") return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined) return cardSentence(nextStep.hand, nextStep.position_in_hand ?? 1);
  if (nextStep.command === "call-result") return t("console.call");
  const [question] = view.decision?.questions ?? [];
  if (question === undefined) return null;
  const betting = view.table_stakes?.hand?.betting;
  if (betting == null) return t("console.shows", { seat: question.seat });
  const call = betting.to_call_cents > 0 ? t("ask.to_call", { amount: formatDollars(betting.to_call_cents) }) : t("ask.free");
  return t("console.acts", { seat: question.seat, call: call.toLocaleLowerCase() });
}

function betweenHandsSentence(view: TableView): string | null {
  const command = view.staff?.next_step.command ?? null;
  if (command === "deal-hand") return t("console.next");
  if (command === "draw-button") return t("console.button");
  const isShortOfPlayers = view.table_stakes?.can_start_hand === false && command === null;
  return isShortOfPlayers ? t("console.players", { count: view.table_stakes?.least_players ?? 2 }) : null;
}

function cardSentence(hand: string, nth: number): string {
  if (hand !== BOARD) return t("console.deal", { hand: handName(hand), nth });
  return nth <= 3 ? t("console.flop", { nth }) : t(nth === 4 ? "console.turn" : "console.river");
}

/** Returns the explanation of the next step; "" if there is none. */
export function nextStepReason(view: TableView): string {
  const nextStep = view.staff?.next_step;
  const amount = formatDollars(view.table_stakes?.hand?.pot_cents ?? 0);
  if (nextStep?.command === "read-card") return nextStep.hand === BOARD ? t("console.why_board", { amount }) : t("console.why_down");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? "" : t("console.no_answer", { silence: choiceName(question.default_choice).toLocaleLowerCase(), amount });
}

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
  if (hand.stage === "showdown") return { main: street, next: t("dealing.compared") };
  if (hand.seats.filter((seat) => seat.state !== "folded").length === 1) return { main: t("end.none"), next: t("dealing.folded") };
  const isBoardComplete = (view.hands[BOARD] ?? []).length === BOARD_CARDS;
  return { main: street, next: t(isBoardComplete ? "dealing.last_bets" : "dealing.board_next") };
}

export const terminal = {
  panelTitle: { full: () => stakes("past.title"), short: () => stakes("past.short") },
  hasSidePanel: false,
  hasDecisions: false,
  stakesText,
  dealingSentence,
  resultSentence,
  ownResultSentence: (_, last) => t("end.you", { amount: formatSignedDollars(last.player?.result_cents ?? 0) }),
  shortResultText: (_, last) => (last.player === undefined ? "" : t("end.you", { amount: formatSignedDollars(last.player.result_cents) })),
  isReturnedByRule: () => true,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** Returns the community cards and the pot. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const hands = handsOnTable(view, last);
  const cents = hands.isLast && last !== null ? potResult(last).potCents : (view.table_stakes?.hand?.pot_cents ?? 0);
  return {
    main: [{ name: handName(BOARD), cards: hands.board.map(({ card }) => card), value: "", places: BOARD_CARDS }],
    seats: [],
    pot: { label: t("pot.only"), cents },
  };
}

export const board = {
  tileHands,
  record: (view) => ({ ...record(view.trends), facts: seatsTakenText(view) }),
  limitsLabel: null,
  lastResultText: null,
  stakesText,
  summary: (view) => ({ kind: "sentence", text: seatsTakenText(view), isQuiet: false }),
} satisfies Partial<BoardParts>;

export const dealer = { nextStepSentence, nextStepReason, resultSentence } satisfies Partial<DealerParts>;

export const pit = {
  record,
  resultSentence: ({ cards, facts }) => (facts["winners"] === undefined ? "" : resultSentence({ cards, facts: facts })),
  handResultText: () => "",
} satisfies Partial<PitParts>;
