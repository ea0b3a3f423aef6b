import { circleCount } from "../../../lib/tiles";
import type { LastRound, HandValue, TableView } from "../../../lib/types";
import type { HandsOnTable, ShownCard } from "../../../ui/hands-on-table";
import { t } from "./words";

/** Rank of two tiles. `highTile`: number of circles of the higher tile; the window counts ten. */
export type TwoTileHand = { isPair: boolean; points: number; highTile: number };
/** Result of a hand against the player-dealer's, who also wins with the same two tiles (`same`) and with 0 against 0 (`zero`). */
export type TileComparison = "win" | "lose" | "same" | "zero";
export type MahJongHand = {
  name: string;
  seat: number | null;
  cards: ShownCard[];
  madeHand: TwoTileHand | null;
  comparison: TileComparison | null;
  state: "waiting" | "opened";
};
export type MahJongHands = HandsOnTable<MahJongHand> & {
  dealer: MahJongHand;
  dice: readonly number[];
  actionSeat: number | null;
  bankSeat: number | null;
};

const RANK_WORDS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "window"];
const COMPARISONS: readonly TileComparison[] = ["win", "lose", "same", "zero"];
const parseComparison = (fact: unknown): TileComparison | null => COMPARISONS.find((comparison) => comparison === fact) ?? null;
const emptyDealerHand = (): MahJongHand => ({ name: "dealer", seat: null, cards: [], madeHand: null, comparison: null, state: "waiting" });

/** Reads a hand from the server's hand value; null if it is unknown. */
export function twoTileHandFrom(hand: HandValue | undefined): TwoTileHand | null {
  const highTile = RANK_WORDS.indexOf(hand?.ranks[0] ?? "?");
  return hand === undefined || highTile < 1 ? null : { isPair: hand.category === "pair", points: hand.total ?? 0, highTile };
}

export const isWon = (comparison: TileComparison | null): boolean => comparison === "win";

/** Parses the English name in a past round's facts: "pair of windows", "9, window on top". */
export function twoTileHandFromName(name: string): TwoTileHand | null {
  const [, pairWord, points, highWord] = /^(?:pair of (\w+?)(?:e?s)?|(\d), (\w+) on top)$/.exec(name) ?? [];
  const highTile = RANK_WORDS.findIndex(
    (word) => word !== "" && (word === (highWord ?? pairWord) || (highWord === undefined && word.startsWith(pairWord ?? "?"))),
  );
  return highTile < 1
    ? null
    : { isPair: pairWord !== undefined, points: points === undefined ? (2 * highTile) % 10 : Number(points), highTile };
}

const tileName = (circles: number): string => (circles === 10 ? t("tile.window") : String(circles));
type Circles = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
/** Returns the name of a pair: "Pair of windows", "Pair of sevens". */
export const pairName = (circles: number): string => t("made.pair", { tiles: t(`tiles.${circles as Circles}`) });
/** Returns the short name of a hand: "Pair of windows", "9". */
export const twoTileShortName = (madeHand: TwoTileHand | null): string =>
  madeHand === null ? "" : madeHand.isPair ? pairName(madeHand.highTile) : String(madeHand.points);
/** Returns the name of a hand: "Pair of windows", "9, window high". */
export const twoTileName = (madeHand: TwoTileHand | null): string =>
  madeHand === null || madeHand.isPair
    ? twoTileShortName(madeHand)
    : t("made.points", { points: madeHand.points, tile: tileName(madeHand.highTile) });
/** Explains the rank of a hand: "9 and 10: 19 counts 9". */
export function twoTileNote(cards: readonly string[], madeHand: TwoTileHand | null): string {
  if (madeHand === null || cards.length !== 2) return "";
  const [first = 0, second = 0] = cards.map(circleCount);
  return madeHand.isPair ? t("note.pair") : t("note.counts", { one: first, other: second, sum: first + second, points: madeHand.points });
}

export function handsOnTable(view: TableView, last: LastRound | null): MahJongHands {
  if (view.phase === "dealing") return handsInPlay(view);
  if (last !== null && last.status !== "void" && last.facts?.["hand"] !== undefined) return handsOfFinishedRound(last);
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: emptyDealerHand(),
    seats: [],
    dice: [],
    actionSeat: null,
    bankSeat: view.player_dealer?.seat ?? null,
  };
}

function handsInPlay(view: TableView): MahJongHands {
  const hands = view.hand_states.map((handState): MahJongHand => ({
    name: handState.hand,
    seat: handState.seat,
    cards: (view.hands[handState.hand] ?? []).map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null })),
    madeHand: twoTileHandFrom(view.hand_values[handState.hand]),
    comparison: parseComparison(handState.compared),
    state: handState.state === "opened" ? "opened" : "waiting",
  }));
  const { action_order: order } = view;
  const seats = hands.filter((hand) => hand.seat !== null);
  return {
    round: view.betting.round ?? "",
    isLast: false,
    dealer: hands.find((hand) => hand.name === "dealer") ?? emptyDealerHand(),
    seats: order === undefined ? seats : order.seats.flatMap((seat) => seats.filter((hand) => hand.seat === seat)),
    dice: order?.rolls[0]?.numbers ?? [],
    actionSeat: order?.action_button_seat ?? null,
    bankSeat: view.player_dealer?.seat ?? null,
  };
}

type PlayedRound = Pick<LastRound, "round" | "cards"> & Partial<Pick<LastRound, "facts" | "hand_values">>;

/** Returns the hands of a finished round, the seats clockwise from the action button. */
export function handsOfFinishedRound(last: PlayedRound): MahJongHands {
  const facts = last.facts ?? {};
  const actionSeat = typeof facts["action"] === "number" ? facts["action"] : null;
  const hands = Object.entries(last.cards).map(([name, cards]): MahJongHand => {
    const seat = Number(name.split(":")[1] ?? 0) || null;
    const factHand = seat === null && typeof facts["hand"] === "string" ? twoTileHandFromName(facts["hand"]) : null;
    return {
      name,
      seat,
      cards: cards.map((card, place) => ({ nth: place + 1, card })),
      madeHand: twoTileHandFrom(last.hand_values?.[name]) ?? factHand,
      comparison: seat === null ? null : parseComparison(facts[`seat ${seat}`]),
      state: "opened",
    };
  });
  const distanceFromAction = (hand: MahJongHand): number => ((hand.seat ?? 0) - (actionSeat ?? 1) + 100) % 100;
  return {
    round: last.round,
    isLast: true,
    dealer: hands.find((hand) => hand.seat === null) ?? emptyDealerHand(),
    seats: hands.filter((hand) => hand.seat !== null).sort((first, second) => distanceFromAction(first) - distanceFromAction(second)),
    dice: Array.isArray(facts["dice"]) ? facts["dice"] : [],
    actionSeat,
    bankSeat: typeof facts["bank"] === "number" ? facts["bank"] : null,
  };
}

export const comparisonText = (comparison: TileComparison | null): string => (comparison === null ? "" : t(`comparison.${comparison}`));
