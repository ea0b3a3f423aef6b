import { formatList } from "../../../lib/format-list";
import type { LastRound, SeatMarksRound, TableView } from "../../../lib/types";
import { sentRounds, type RecordSource, type SeatMark, type SeatMarksRecord } from "../../../records/past-rounds";
import type { TileHand, TileHands } from "../../../records/tile-hands";
import type { BoardParts } from "../../../table/game-parts";
import { handOutcome, handsOnTable, isWon, type HandComparison, type PaiGowHand } from "./hands";
import { handName, paiGowHandFromName, PART_NAMES, partHandName, t } from "./words";

/** Returns which of a seat's two hands won. */
const winsOf = (outcomes: readonly string[]): boolean[] => outcomes.map((outcome) => isWon(outcome as HandComparison));
const winCount = (outcomes: readonly string[]): number => winsOf(outcomes).filter(Boolean).length;

function seatMark({ seat, outcomes }: SeatMarksRound["seats"][number]): SeatMark {
  const count = winCount(outcomes);
  return { seat, wins: winsOf(outcomes), text: t(count === 2 ? "road.took" : count === 1 ? "road.split" : "road.lost") };
}

/** Returns the player-dealer's high and low hand with their names in the viewer's language. */
const dealerHands = (round: SeatMarksRound): SeatMarksRecord["rounds"][number]["dealer"] =>
  round.dealer.map(({ cards, name }, part) => ({
    cards,
    name: partHandName(PART_NAMES[part] ?? "high", paiGowHandFromName(name)) || name,
  }));

/** Counts seats over the last rounds: won both hands, won one, won none. */
export function outcomeCounts(rounds: readonly SeatMarksRound[]): { won: number; pushed: number; lost: number } {
  const counts = rounds.flatMap((round) => round.seats.map((seat) => winCount(seat.outcomes)));
  const withWins = (wins: number): number => counts.filter((count) => count === wins).length;
  return { won: withWins(2), pushed: withWins(1), lost: withWins(0) };
}

/** Returns how the last rounds came out. `roundCount` is the number of rounds played, so it numbers the newest one. */
export function record(source: RecordSource, roundCount = 0): SeatMarksRecord {
  const rounds = sentRounds(source, "seat-marks");
  return {
    kind: "seat-marks",
    title: t("road.title"),
    note: t("road.note"),
    rounds: rounds.map((round, index) => ({
      number: roundCount - rounds.length + index + 1,
      bank: round.bank,
      dealer: dealerHands(round),
      seats: round.seats.map(seatMark),
    })),
    small: "scores",
    rowName: (seat) => (seat === 0 ? t("player") : t("seat", { seat })),
    bankText: t("road.bank"),
    dealerRowTitle: [t("high.short"), t("low.short")],
    legend: [
      { wins: [true, true], text: t("road.took") },
      { wins: [true, false], text: t("road.split") },
      { wins: [false, false], text: t("road.lost") },
    ],
    boardRounds: BOARD_ROUNDS,
    ...totals(rounds.slice(-BOARD_ROUNDS)),
  };
}

const BOARD_ROUNDS = 8;

/** Returns how many seats won, pushed and lost over the rounds on a board; nothing before the first round. */
function totals(rounds: readonly SeatMarksRound[]): Pick<SeatMarksRecord, "totals"> {
  const { won, pushed, lost } = outcomeCounts(rounds);
  if (won + pushed + lost === 0) return {};
  return {
    totals: {
      title: t("road.hands", { rounds: rounds.length }),
      won: { count: won, text: t("road.won", { count: won }) },
      pushed: { count: pushed, text: t("road.pushed", { count: pushed }) },
      lost: { count: lost, text: t("road.lost_count", { count: lost }) },
    },
  };
}

/** Returns the seats of the last round that won both hands, one, or none; null before the first round. */
export function lastRoundSeats(source: RecordSource): Record<"win" | "push" | "lose", number[]> | null {
  const last = sentRounds(source, "seat-marks").at(-1);
  if (last === undefined) return null;
  const seats = (wins: number): number[] => last.seats.filter(({ outcomes }) => winCount(outcomes) === wins).map(({ seat }) => seat);
  return { win: seats(2), push: seats(1), lose: seats(0) };
}

const KINDS = ["win", "push", "lose"] as const;

/** Returns the results of the last round: "Seat 3 wins both · Seat 5 pushes"; null if there are none. */
export function lastResultText({ trends }: Pick<TableView, "trends">): string | null {
  const seats = lastRoundSeats(trends);
  if (seats === null) return null;
  const texts = KINDS.flatMap((kind) =>
    seats[kind].filter((seat) => seat > 0).length === 0
      ? []
      : [t(`seats.${kind}`, { count: seats[kind].length, seats: formatList(seats[kind].map(String)) })],
  );
  return texts.length === 0 ? null : texts.join(" · ");
}

const SUMMARY_ROUNDS = 20;

/** Returns the player-dealer's two hands (at a table with shared hands also the Player's), and how many seats have set theirs or won. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const { dealer, sharedPlayerHand, seats } = handsOnTable(view, last);
  const partsOf = (hand: PaiGowHand): TileHand[] => {
    const name = handName(hand.name);
    const { parts } = hand;
    if (parts === null) return hand.cards.length === 0 ? [] : [{ name, cards: hand.cards.map(({ card }) => card), value: "" }];
    return PART_NAMES.map((part) => ({
      name: `${name}, ${t(`${part}.short`)}`,
      cards: parts[part].cards.map(({ card }) => card),
      value: partHandName(part, parts[part].madeHand),
    }));
  };
  const withOutcome = (outcome: "win" | "push" | "lose"): number => seats.filter((seat) => handOutcome(seat) === outcome).length;
  const { requests = [], done_seats: done = [] } = view.arrangements ?? {};
  return {
    main: [...(sharedPlayerHand === null ? [] : partsOf(sharedPlayerHand)), ...partsOf(dealer)],
    seats: [],
    counts: { setting: requests.length, set: done.length, won: withOutcome("win"), pushed: withOutcome("push"), lost: withOutcome("lose") },
  };
}

export const board = {
  tileHands,
  limitsLabel: () => t("lines"),
  record: (view) => record(view.trends, view.rounds),
  lastResultText,
  summary: ({ trends }) => ({
    kind: "sentence",
    text: t("road.shares", outcomeCounts(sentRounds(trends, "seat-marks").slice(-SUMMARY_ROUNDS))),
    isQuiet: true,
  }),
} satisfies Partial<BoardParts>;
