import { cardFace } from "../../lib/cards";
import { tCommon } from "../../lib/common-words";
import type { Side } from "../../ui/sides/side";
import { t } from "./words";

/** How a round stands: how often it went to war, and who has the higher card of the last pair. A tie is a war that goes on. */
export type WarState = { winner: Side; wars: number; winningRank: number };
type Cards = Readonly<Record<string, readonly string[]>>;

const RANKS = "23456789TJQKA";
export const FIVE = 5;
const NAMED = [8, 11, 12, 13, 14] as const;
const rankValue = (card: string | undefined): number => RANKS.indexOf(card?.[0] ?? "") + 2;

/** A card whose pair is not complete does not count; null before the first pair is. */
export function warState(cards: Cards): WarState | null {
  const { player = [], banker = [] } = cards;
  const pairs = Math.min(player.length, banker.length);
  if (pairs === 0) return null;
  const [mine, theirs] = [rankValue(player[pairs - 1]), rankValue(banker[pairs - 1])];
  const winner = mine === theirs ? "tie" : mine > theirs ? "player" : "banker";
  return { winner, wars: winner === "tie" ? pairs : pairs - 1, winningRank: Math.max(mine, theirs) };
}

/** A hand is its last card: "K", "10"; null before it has one, or while it lies face down. */
export function lastCardRank(cards: readonly (string | null)[]): string | null {
  const last = cards.at(-1) ?? null;
  return last === null ? null : cardFace(last).rank;
}

/** "a king", "a 9". */
export function cardName(height: number): string {
  const named = NAMED.find((one) => one === height);
  return named === undefined ? t("card.number", { number: height }) : t(`card.${named}`);
}

/** "No war", "1 war", "2 wars". */
export function warCountText(wars: number): string {
  return wars === 0 ? t("wars.none") : wars === 1 ? t("wars.one") : t("wars.many", { wars });
}

/** "Player wins with a king"; "Banker wins with a 5", "Banker pushes", "2 wars". */
export function resultLines(standing: WarState | null): string[] {
  if (standing === null) return [];
  const { winner, wars, winningRank } = standing;
  if (winner === "tie") return [t("result.nobody")];
  const side = tCommon(`side.${winner}`);
  const pushes = winningRank === FIVE ? [t("result.five", { side })] : [];
  return [t("result.wins", { side, card: cardName(winningRank) }), ...pushes, ...(wars > 0 ? [warCountText(wars)] : [])];
}

/** The same in one line. */
export const resultSentence = (standing: WarState | null): string => resultLines(standing).join(" · ");
