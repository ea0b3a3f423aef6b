import type { ShoeStatistics, TableView } from "../../lib/types";
import { sentRounds, type RecordSource, type SidesRecord } from "../../records/past-rounds";
import type { Badge, Shape } from "../../records/side";
import type { PastRound } from "../../table/betting/past-rounds";
import type { BoardParts, GameNames, PitParts } from "../../table/game-parts";
import { capitalized, handBadges, noWinnerBadge, outcomeText, roundMarks, seatOfHand, winnerBadge, winnerOf } from "./hands";
import { t } from "./words";

/** Returns "Dragon" for "dragon", "Seat 2" for "player:2" and "Seat 2, hand 1" for "player:2/1". */
function handName(name: string): string {
  const seat = seatOfHand(name);
  const [whole = "", part] = name.split("/");
  if (seat === null) return capitalized(part === undefined ? whole : `${whole} ${part}`);
  return part === undefined ? t("seat", { seat }) : t("seat.hand", { seat, hand: part });
}

export const names: GameNames = { handName, choiceName: capitalized };

/** Returns the badges of a table's shared hands, and last the badge of a round without a winner. */
export function tableBadges(view: Pick<TableView, "game">): Badge[] {
  return [...handBadges(view.game.hands, handName), noWinnerBadge(t("winner.none"))];
}

const RINGS: Readonly<Record<Shape, string>> = {
  circle: "--player-ring",
  square: "--banker-ring",
  hexagon: "--third-hand-ring",
  shield: "--fourth-hand-ring",
  diamond: "--tie-ring",
};

/** Returns the colour of a hand's name, as CSS. */
export function handInk(view: Pick<TableView, "game">, hand: string): string {
  return `var(${RINGS[tableBadges(view).find((badge) => badge.id === hand)?.shape ?? "circle"]})`;
}

/** Returns the winners of the last rounds, with their outcomes in words. */
export function winnersRecord(source: RecordSource): SidesRecord {
  const rounds = sentRounds(source, "sides");
  const hands = Object.keys(rounds.at(-1)?.cards ?? {});
  const badges = [...handBadges(hands, handName), noWinnerBadge(t("winner.none"))];
  return { kind: "sides", marks: roundMarks(rounds, badges), dense: true };
}

/** Returns the last rounds of a table with how often each hand won. */
export function record(view: Pick<TableView, "game" | "trends">): SidesRecord {
  const rounds = sentRounds(view.trends, "sides");
  const badges = tableBadges(view);
  return {
    kind: "sides",
    marks: roundMarks(rounds, badges),
    sides: badges,
    statistics: winShares(view.trends),
    named: true,
    dense: true,
    title: t("record.title"),
    titleNote: t("record.count", { count: rounds.length }),
    note: t("record.note"),
  };
}

const winShares = ({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> => ({ hands: all.hands, results: all.winners });

/** Returns the badge of the hand that won a past round; null if the round names no winner. */
export function winningBadge(round: PastRound): Badge | null {
  const winner = winnerOf(round);
  const badges = [...handBadges(Object.keys(round.cards), handName), noWinnerBadge(t("winner.none"))];
  return winner === null ? null : (winnerBadge(badges, winner) ?? null);
}

export const board = {
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
