import { cardFace } from "../../lib/cards";
import { tCommon } from "../../lib/common-words";
import type { Side } from "../../ui/sides/side";
import { t } from "./words";

/** State of a round: the number of wars, and the winner and higher rank of the last pair. A tie means that a war is not decided yet. */
export type WarState = { winner: Side; wars: number; winningRank: number };
type Cards = Readonly<Record<string, readonly string[]>>;

const RANKS = "23456789TJQKA";
/** A wager on the winning hand pushes if it wins with a five. */
export const FIVE = 5;
/** Ranks whose name has a text of its own: 8 ("an 8"), jack, queen, king, ace. */
const NAMED_RANKS = [8, 11, 12, 13, 14] as const;
const rankValue = (card: string | undefined): number => RANKS.indexOf(card?.[0] ?? "") + 2;

/** Returns the state after the last complete pair; null before the first pair. */
export function warState(cards: Cards): WarState | null {
  const { player = [], banker = [] } = cards;
  const pairs = Math.min(player.length, banker.length);
  if (pairs === 0) return null;
  const [playerRank, bankerRank] = [rankValue(player[pairs - 1]), rankValue(banker[pairs - 1])];
  const winner = playerRank === bankerRank ? "tie" : playerRank > bankerRank ? "player" : "banker";
  return { winner, wars: winner === "tie" ? pairs : pairs - 1, winningRank: Math.max(playerRank, bankerRank) };
}

/** Returns the rank of a hand's last card, "K" or "10"; null if there is none or it is face down. */
export function lastCardRank(cards: readonly (string | null)[]): string | null {
  const last = cards.at(-1) ?? null;
  return last === null ? null : cardFace(last).rank;
}

/** Returns a rank with its article: "a king", "a 9". */
export function cardName(rank: number): string {
  const named = NAMED_RANKS.find((known) => known === rank);
  return named === undefined ? t("card.number", { number: rank }) : t(`card.${named}`);
}

/** Returns "No war", "1 war" or "2 wars". */
export function warCountText(wars: number): string {
  return wars === 0 ? t("wars.none") : t("wars", { count: wars });
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

/** Returns the result in one line. */
export const resultSentence = (state: WarState | null): string => resultLines(state).join(" · ");
