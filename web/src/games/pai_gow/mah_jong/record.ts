import { formatList } from "../../../lib/format-list";
import { sentRounds, type RecordSource, type SeatMarksRecord } from "../../../records/past-rounds";
import type { LastRound, TableView } from "../../../lib/types";
import type { TileHands } from "../../../records/tile-hands";
import type { BoardParts } from "../../../table/game-parts";
import { handName, t as paiGow } from "../shared/words";
import { comparisonText, handsOnTable, isWon, twoTileHandFromName, twoTileShortName, type TileComparison } from "./hands";
import { t } from "./words";

const SAME_MARK = "=";

/** Returns how the last rounds came out. `roundCount` is the number of rounds played, so it numbers the newest one. */
export function record(source: RecordSource, roundCount = 0): SeatMarksRecord {
  const rounds = sentRounds(source, "seat-marks");
  return {
    kind: "seat-marks",
    title: t("road.title"),
    note: t("road.note"),
    rounds: rounds.map(({ bank, dealer, seats }, index) => ({
      number: roundCount - rounds.length + index + 1,
      bank,
      dealer: dealer.map(({ cards, name }) => ({ cards, name: twoTileShortName(twoTileHandFromName(name)) })),
      seats: seats.map(({ seat, outcomes }) => {
        const comparison = (outcomes[0] ?? "lose") as TileComparison;
        return { seat, wins: [isWon(comparison)], mark: comparison === "same" ? SAME_MARK : "", text: comparisonText(comparison) };
      }),
    })),
    small: "pieces",
    rowName: (seat) => paiGow("seat", { seat }),
    bankText: paiGow("road.bank"),
    dealerRowTitle: [paiGow("dealer")],
    legend: [
      { wins: [true], text: t("road.won") },
      { wins: [false], text: t("road.lost") },
      { wins: [false], mark: SAME_MARK, text: t("road.same") },
    ],
    boardRounds: 10,
  };
}

/** Returns the results of the last round: "Seat 3 wins · Seat 5 loses". */
const lastResultText: BoardParts["lastResultText"] = ({ trends }) => {
  const last = record(trends).rounds.at(-1);
  if (last === undefined) return null;
  const seats = (hasWon: boolean): string[] => last.seats.filter(({ wins }) => wins[0] === hasWon).map(({ seat }) => String(seat));
  const texts = [
    ...(seats(true).length > 0 ? [t("seats.win", { count: seats(true).length, seats: formatList(seats(true)) })] : []),
    ...(seats(false).length > 0 ? [t("seats.lose", { count: seats(false).length, seats: formatList(seats(false)) })] : []),
  ];
  return texts.length === 0 ? null : texts.join(" · ");
};

const SUMMARY_ROUNDS = 20;

/** Returns how many hands of the last rounds won and how many lost. */
const summary: BoardParts["summary"] = ({ trends }) => {
  const seats = record(trends)
    .rounds.slice(-SUMMARY_ROUNDS)
    .flatMap((round) => round.seats);
  const won = seats.filter(({ wins }) => wins[0]).length;
  return { kind: "sentence", text: t("road.shares", { won, lost: seats.length - won }), isQuiet: true };
};

/** Returns the player-dealer's tiles, and how many seats won and lost. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const { dealer, seats } = handsOnTable(view, last);
  const compared = seats.filter((seat) => seat.comparison !== null);
  const won = compared.filter((seat) => isWon(seat.comparison)).length;
  return {
    main: [{ name: handName(dealer.name), cards: dealer.cards.map(({ card }) => card), value: twoTileShortName(dealer.madeHand) }],
    seats: [],
    counts: { won, lost: compared.length - won },
  };
}

export const board = {
  tileHands,
  limitsLabel: () => t("lines"),
  record: (view) => record(view.trends, view.rounds),
  lastResultText,
  summary,
} satisfies Partial<BoardParts>;
