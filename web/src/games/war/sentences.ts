import { tCommon } from "../../lib/common-words";
import type { LastRound, ShoeStatistics, TableView } from "../../lib/types";
import { cardsOnTable, faceUpCards } from "../../ui/hands-on-table";
import type { RecordSource, SidesRecord } from "../../records/past-rounds";
import { winnersRecord, type RoundMark } from "../../records/side";
import type { TileHands } from "../../records/tile-hands";
import type { BoardParts, DealerParts, PitParts } from "../../table/game-parts";
import { parts as names } from "../side-names";
import { FIVE, lastCardRank, pastRounds, warState, type WarState } from "./rounds";
import { t } from "./words";

/** Ranks whose name has a text of its own: 8 ("an 8"), jack, queen, king, ace. */
const NAMED_RANKS = [8, 11, 12, 13, 14] as const;

/** Returns a rank with its article: "a king", "a 9". */
export function cardName(rank: number): string {
  const named = NAMED_RANKS.find((known) => known === rank);
  return named === undefined ? t("card.number", { number: rank }) : t(`card.${named}`);
}

/** Returns "No war", "1 war" or "2 wars". */
export function warCountText(wars: number): string {
  return wars === 0 ? t("wars.none") : t("wars", { count: wars });
}

/** Returns the last rounds as marks: the winner, the number of wars, and a 5 if the winning card was a five. */
function roundMarks(source: RecordSource): RoundMark[] {
  return pastRounds(source).map(({ winner, wars, winningRank }) => ({
    side: winner,
    upperMark: wars === 0 ? "" : String(wars),
    lowerMark: winningRank === FIVE ? String(FIVE) : "",
    description: t("mark", { side: tCommon(`side.${winner}`), wars: warCountText(wars), card: cardName(winningRank) }),
  }));
}

/** Returns the result line by line: "Banker wins with a 5", "Banker pushes", "2 wars". */
export function resultLines(state: WarState | null): string[] {
  if (state === null) return [];
  const { winner, wars, winningRank } = state;
  if (winner === "tie") return [t("result.nobody")];
  const side = tCommon(`side.${winner}`);
  const pushes = winningRank === FIVE ? [t("result.five", { side })] : [];
  return [t("result.wins", { side, card: cardName(winningRank) }), ...pushes, ...(wars > 0 ? [warCountText(wars)] : [])];
}

/** Returns who won, with what, and after how many wars: "Banker wins with a 5, 2 wars". */
export function winnerText(state: WarState | null): string {
  if (state === null || state.winner === "tie") return resultSentence(state);
  const side = tCommon(`side.${state.winner}`);
  const wins = t("result.wins", { side, card: cardName(state.winningRank) });
  return state.wars > 0 ? `${wins}, ${warCountText(state.wars)}` : wins;
}

/** Returns why the winning side is not paid: "Banker pushes" after a five; "" otherwise. */
export const pushText = (state: WarState | null): string =>
  state === null || state.winner === "tie" || state.winningRank !== FIVE
    ? ""
    : `${t("result.five", { side: tCommon(`side.${state.winner}`) })}.`;

/** Returns the result in one line. */
export const resultSentence = (state: WarState | null): string => resultLines(state).join(" · ");

/** Returns which hand gets the next card, and in which war. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep?.command !== "read-card" || nextStep.hand === undefined || nextStep.position_in_hand === undefined) return null;
  const hand = names.handName(nextStep.hand);
  return nextStep.position_in_hand === 1 ? t("console.first", { hand }) : t("console.war", { hand, nth: nextStep.position_in_hand - 1 });
}

/** Returns why another pair follows or, at the end, the result. Before the first pair it returns where the hands are placed. */
function nextStepReason(view: TableView): string {
  const state = warState(faceUpCards(view));
  if (state === null) return t("console.sides");
  return state.winner === "tie" ? t("war.next") : resultSentence(state);
}

const SIDES = ["banker", "player"] as const;
const winShares = ({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> => ({ hands: all.hands, results: all.wars });

/** Returns the last rounds and the share of each side, with what the small marks mean. */
export function record({ trends }: Pick<TableView, "trends">): SidesRecord {
  return {
    kind: "sides",
    marks: roundMarks(trends),
    legend: { upper: { mark: "1", text: t("mark.wars") }, lower: { mark: String(FIVE), text: t("mark.five") } },
    sides: SIDES,
    statistics: winShares(trends),
    title: t("record.title"),
    columns: 8,
    note: t("record.note"),
  };
}

/** Cards of a hand on a tile: those of the last wars. */
const MAX_TILE_CARDS = 3;

/** Returns both hands with the rank of their last cards. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const { isLast, cardsOf } = cardsOnTable(view, last, false);
  const winner = isLast && last !== null ? warState(last.cards)?.winner : undefined;
  return {
    main: (["player", "banker"] as const).map((side) => {
      const cards = cardsOf(side).map(({ card }) => card);
      const isBeaten = winner !== undefined && winner !== "tie" && winner !== side;
      return {
        name: tCommon(`side.${side}`),
        badge: side,
        cards: cards.slice(-MAX_TILE_CARDS),
        value: lastCardRank(cards) ?? "",
        isBeaten,
      };
    }),
    seats: [],
  };
}

export const board = {
  limitsLabel: null,
  record,
  tileHands,
  summary: ({ trends }) => ({ kind: "sides", statistics: winShares(trends), sides: SIDES }),
  lastResultText: (view) => resultLines(pastRounds(view.trends).at(-1) ?? null)[0] ?? null,
} satisfies Partial<BoardParts>;

export const dealer = {
  Decide: null,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(warState(last.cards)),
} satisfies Partial<DealerParts>;

export const pit = {
  record: winnersRecord,
  resultSentence: ({ cards, facts }) => (facts["winner"] === undefined ? "" : resultSentence(warState(cards))),
  handResultText: ({ cards }, hand) => lastCardRank(cards[hand] ?? []) ?? "",
} satisfies Partial<PitParts>;
