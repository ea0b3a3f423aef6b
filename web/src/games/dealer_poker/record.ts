import type { DealerHand, LastRound, TableView } from "../../lib/types";
import { sentRounds, type DealerHandsRecord, type RecordSource } from "../../records/past-rounds";
import { parseHandName } from "../../ui/hand-names/made-hand";
import type { TileHand, TileHands } from "../../records/tile-hands";
import type { BoardParts } from "../../table/game-parts";
import { handsOnTable } from "./hands";
import { shortMadeHandName, t } from "./words";

/** Returns the name of a past hand in the current language; the server's English name if it cannot be parsed. */
function pastHandName({ name = "" }: DealerHand): string {
  const madeHand = parseHandName(name);
  return madeHand === null ? name : shortMadeHandName(madeHand);
}

/** Returns how many of the player-dealer's last hands qualified. */
function qualifiedShare({ trends }: Pick<TableView, "trends">): { label: string; value: string } {
  const hands = sentRounds(trends, "dealer-hands");
  return {
    label: t("wall.qualified"),
    value: t("wall.share", { count: hands.filter((hand) => hand.qualifies).length, of: hands.length }),
  };
}

/** Returns the player-dealer's hands of the last rounds. */
export const dealerRecord = (source: RecordSource): DealerHandsRecord => ({
  kind: "dealer-hands",
  title: t("wall.last"),
  hands: sentRounds(source, "dealer-hands").map((hand) => ({
    text: pastHandName(hand),
    spokenText: pastHandName(hand),
    cards: hand.cards,
    board: hand.board ?? [],
    tone: hand.qualifies ? "" : "quiet",
  })),
  spokenText: (hands) => t("wall.last_spoken", { hands }),
  lead: t("wall.had"),
});

const BOARD_CARDS = 5;

/** Returns the board and the player-dealer's hand, which a game with a board shows at the end only, and how many seats have decided. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const hands = handsOnTable(view, last);
  const withState = (state: string): number => hands.seats.filter((seat) => seat.state === state).length;
  const dealer: TileHand = {
    name: t("dealer"),
    cards: hands.dealer.cards.map(({ card }) => card),
    value: shortMadeHandName(hands.dealer.madeHand),
  };
  const board: TileHand = { name: t("board"), cards: hands.board.map(({ card }) => card), value: "", places: BOARD_CARDS };
  const isDealerOpen = dealer.cards.some((card) => card !== null);
  return {
    main: hands.hasBoard ? [board, ...(isDealerOpen ? [dealer] : [])] : [dealer],
    seats: [],
    counts: hands.isLast ? {} : { deciding: withState("playing"), played: withState("played"), folded: withState("folded") },
  };
}

export const board = {
  tileHands,
  limitsLabel: () => t("wall.ante"),
  record: (view) => ({ ...dealerRecord(view.trends), figure: qualifiedShare(view), note: t("wall.note") }),
  lastResultText: null,
  summary: (view) => ({ kind: "figure", ...qualifiedShare(view) }),
} satisfies Partial<BoardParts>;
