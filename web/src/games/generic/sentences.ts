import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import type { LastRound, ShoeStatistics, TableView } from "../../lib/types";
import { sentRounds, type RecordSource, type SidesRecord } from "../../records/past-rounds";
import type { Badge, Shape } from "../../records/side";
import type { TileHands } from "../../records/tile-hands";
import type { PastRound } from "../../table/betting/past-rounds";
import type { BoardParts, GameNames, PitParts } from "../../table/game-parts";
import { capitalized, handBadges, handsOnTable, noWinnerBadge, outcomeText, roundMarks, seatOfHand, winnerBadge, winnerOf } from "./hands";
import { t } from "./words";

/** Returns "Dragon" for "dragon", "Seat 2" for "player:2" and "Seat 2, hand 1" for "player:2/1". */
function handName(name: string): string {
  const seat = seatOfHand(name);
  const [whole = "", part] = name.split("/");
  if (seat === null) return capitalized(part === undefined ? whole : `${whole} ${part}`);
  return part === undefined ? t("seat", { seat }) : t("seat.hand", { seat, hand: part });
}

export const names: GameNames = { handName, choiceName: capitalized };

/** Returns the game's own word for a round without a winner, the name of its wager on that ("Tie"); else "No winner". */
export function noWinnerName(view: Pick<TableView, "game" | "wagers">): string {
  const tie = view.wagers.find((wager) => wager.group === "tie");
  return tie === undefined ? t("winner.none") : translateRulebookText(tie.short_title, view.game);
}

/** Returns the badges of a table's shared hands, and last the badge of a round without a winner. */
export function tableBadges(view: Pick<TableView, "game" | "wagers">): Badge[] {
  return [...handBadges(view.game.hands, handName), noWinnerBadge(noWinnerName(view))];
}

const RINGS: Readonly<Record<Shape, string>> = {
  circle: "--player-ring",
  square: "--banker-ring",
  hexagon: "--third-hand-ring",
  shield: "--fourth-hand-ring",
  diamond: "--tie-ring",
};

/** Returns the colour of a hand's name, as CSS. */
export function handInk(view: Pick<TableView, "game" | "wagers">, hand: string): string {
  return `var(${RINGS[tableBadges(view).find((badge) => badge.id === hand)?.shape ?? "circle"]})`;
}

/** Returns the winners of the last rounds, with their outcomes in words; a round without a winner is named by its outcome ("Tie"). */
export function winnersRecord(source: RecordSource): SidesRecord {
  const rounds = sentRounds(source, "sides");
  const badges = handBadges(Object.keys(rounds.at(-1)?.cards ?? {}), handName);
  const marks = rounds.flatMap((round) => roundMarks([round], [...badges, noWinnerBadge(round.outcome ?? t("winner.none"))]));
  return { kind: "sides", marks, dense: true };
}

/** Returns the last rounds of a table with how often each hand won. */
export function record(view: Pick<TableView, "game" | "trends" | "wagers">): SidesRecord {
  const rounds = sentRounds(view.trends, "sides");
  const badges = tableBadges(view);
  return {
    kind: "sides",
    marks: roundMarks(rounds, badges),
    sides: badges,
    statistics: winShares(view.trends),
    named: true,
    dense: true,
    columns: 10,
    title: t("record.title"),
    titleNote: t("record.count", { count: rounds.length }),
    note: t("record.note"),
  };
}

const winShares = ({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> => ({ hands: all.hands, results: all.winners });

/** Returns the badge of the hand that won a past round; null if the round names no winner. */
export function winningBadge(round: PastRound): Badge | null {
  const winner = winnerOf(round);
  const outcome = outcomeText(round.facts);
  const badges = [...handBadges(Object.keys(round.cards), handName), noWinnerBadge(outcome === "" ? t("winner.none") : outcome)];
  return winner === null ? null : (winnerBadge(badges, winner) ?? null);
}

/** Returns all hands with their values in words; a shared hand has its badge. */
function tileHands(view: TableView, last: LastRound | null): TileHands {
  const badges = tableBadges(view);
  const hands = handsOnTable(view, last, false).hands.map(({ name, cards, value, isWinner }) => {
    const badge = badges.find((one) => one.id === name);
    const hand = { name: handName(name), cards: cards.map(({ card }) => card), value, isBeaten: isWinner === false };
    return { isShared: badge !== undefined, hand: badge === undefined ? hand : { ...hand, badge } };
  });
  const handsOf = (isShared: boolean) => hands.filter((one) => one.isShared === isShared).map(({ hand }) => hand);
  return { main: handsOf(true), seats: handsOf(false) };
}

export const board = {
  tileHands,
  limitsLabel: null,
  record,
  summary: (view) => ({ kind: "sides", statistics: winShares(view.trends), sides: tableBadges(view) }),
  lastResultText: ({ trends }) => sentRounds(trends, "sides").at(-1)?.outcome ?? null,
} satisfies Partial<BoardParts>;

export const pit = {
  record: winnersRecord,
  resultSentence: ({ facts }) => outcomeText(facts),
  handResultText: ({ hand_values: values }, hand) => values?.[hand]?.text ?? values?.[hand]?.total?.toString() ?? "",
} satisfies Partial<PitParts>;
