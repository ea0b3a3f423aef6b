import type { LobbyTile, ShoeStatistics } from "../lib/types";
import type { Badge, RoundMark, Side } from "./side";

/**
 * Where past rounds are drawn: beside the felt, in a phone's dialog, on the board of a table, on a tile of the wall of many tables, or in
 * one line of a tile in the lobby and the pit.
 */
export type RecordSize = "panel" | "sheet" | "board" | "tile" | "line";

type SideStatistics = Pick<ShoeStatistics, "hands" | "results">;
/**
 * Winners of the last rounds, the newest last. `statistics` is drawn with a bar for each side, with its name if `named`; each of `shoes`
 * as one bar and a line of counts, on a board. `columns` and `dense` lay out the marks; a panel shows `titleNote` beside the title.
 */
export type SidesRecord = {
  kind: "sides";
  marks: readonly RoundMark[];
  sides?: readonly (Side | Badge)[];
  statistics?: SideStatistics;
  shoes?: readonly { title: string; note: string; statistics: SideStatistics }[];
  named?: boolean;
  /** What the marks at the upper and the lower corner mean. */
  legend?: Readonly<Record<"upper" | "lower", { mark: string; text: string }>>;
  dense?: boolean;
  columns?: number;
  title?: string;
  titleNote?: string;
  note?: string;
};

/** A dealer's hand: its mark ("18", "pair of nines") and the same for screen readers. `cards` and `board` are empty if only the mark is drawn. */
export type DealerHandMark = {
  text: string;
  spokenText: string;
  cards: readonly string[];
  board: readonly string[];
  tone: "" | "bust" | "best" | "quiet";
};
/** How often the dealer's hands ended in one way. */
export type EndShare = { label: string; count: number; percent: string | null; isBust: boolean };
/** The dealer's last hands, the newest last. `spokenText` describes a list of marks; `lead` stands before the names in one line. */
export type DealerHandsRecord = {
  kind: "dealer-hands";
  title: string;
  hands: readonly DealerHandMark[];
  spokenText: (hands: string) => string;
  lead?: string;
  figure?: { label: string; value: string };
  ends?: readonly EndShare[];
  note?: string;
};

/** Results of a seat's hands in a round: whether it won each. `mark` is a sign for a special result. */
export type SeatMark = { seat: number; wins: readonly boolean[]; mark?: string; text: string };
/** One round: its number, the player-dealer's seat and hands, and the results of the seats. */
export type SeatMarksRound = {
  number: number;
  bank: number | null;
  dealer: readonly { cards: readonly string[]; name: string }[];
  seats: readonly SeatMark[];
};
/**
 * Results of all seats in the last rounds, the newest last. `small` tells what one line shows of a round: how many hands each side won, or
 * the player-dealer's pieces. `totals`: how many seats won, pushed and lost, shown on a board.
 */
export type SeatMarksRecord = {
  kind: "seat-marks";
  title: string;
  note: string;
  rounds: readonly SeatMarksRound[];
  small: "scores" | "pieces";
  rowName: (seat: number) => string;
  bankText: string;
  dealerRowTitle: readonly string[];
  legend: readonly Omit<SeatMark, "seat">[];
  boardRounds: number;
  totals?: { title: string; won: Total; pushed: Total; lost: Total };
};
type Total = { count: number; text: string };

/** Hands for pots, the newest last: the community cards, and who won how much. `facts`: a line about the table, shown on a board. */
export type PotsRecord = {
  kind: "pots";
  title: string;
  note: string;
  facts?: string;
  hands: readonly { board: readonly string[]; text: string }[];
};

/** Hands for points, the newest last: the best hand, and the points of all seats. */
export type PointsRecord = {
  kind: "points";
  title: string;
  note: string;
  facts?: string;
  hands: readonly { text: string; points: string }[];
};

/** Past rounds of a table with all texts, ready to be drawn by the component of their kind. */
export type PastRounds = SidesRecord | DealerHandsRecord | SeatMarksRecord | PotsRecord | PointsRecord;

/** Returns the record as one of this kind; throws if a game draws its record with the component of another kind. */
export function recordOfKind<K extends PastRounds["kind"]>(record: PastRounds, kind: K): Extract<PastRounds, { kind: K }> {
  if (record.kind !== kind) throw new Error(`A record of kind "${record.kind}" is drawn as "${kind}".`);
  return record as Extract<PastRounds, { kind: K }>;
}

type SentRecord = LobbyTile["record"];
/** The last rounds that the server sends with a table's trends and with its tile in the lobby. */
export type RecordSource = { record: SentRecord };

type RoundsByKind = { [K in SentRecord["kind"]]: Extract<SentRecord, { kind: K }>["rounds"] };

/** Returns the rounds that the server sent; empty if they are of another kind. */
export function sentRounds<K extends SentRecord["kind"]>({ record }: RecordSource, kind: K): RoundsByKind[K] {
  return record.kind === kind ? (record.rounds as RoundsByKind[K]) : ([] as RoundsByKind[K]);
}
