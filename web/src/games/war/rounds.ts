import { cardFace } from "../../lib/cards";
import { formatPercent } from "../../lib/numbers";
import type { WagerOddsJson } from "../../wire.http";
import { sentRounds, type RecordSource } from "../../records/past-rounds";
import { sideNamed, type Side } from "../../records/side";
import type { ShownCard } from "../../ui/hands-on-table";

/** State of a round: the number of wars, and the winner and higher rank of the last pair. A tie means that a war is not decided yet. */
export type WarState = { winner: Side; wars: number; winningRank: number };
type Cards = Readonly<Record<string, readonly string[]>>;

const RANKS = "23456789TJQKA";
/** A wager on the winning hand pushes if it wins with a five. */
export const FIVE = 5;
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

/** Returns the last rounds of a table, the newest last. */
export function pastRounds(source: RecordSource): WarState[] {
  return sentRounds(source, "sides").map(({ winner, figures }) => ({
    winner: sideNamed(winner),
    wars: figures?.["wars"] ?? 0,
    winningRank: figures?.["winning_card"] ?? 0,
  }));
}

/** A step of the ladder: a number of wars and its pair of cards. `isNewest`: the last pair is here. `isFar`: hidden on narrow screens. */
export type LadderStep = {
  wars: number;
  banker: ShownCard | null;
  player: ShownCard | null;
  isReached: boolean;
  isNewest: boolean;
  isFar: boolean;
};

/** The deal, three wars, and one step for the fourth and all later wars. */
const STEP_COUNT = 5;
const MIN_NEAR_STEPS = 3;

/** Returns the steps of the ladder for the cards dealt so far. */
export function ladderSteps(banker: readonly ShownCard[], player: readonly ShownCard[]): LadderStep[] {
  const pairs = Math.max(banker.length, player.length);
  const newestStep = Math.min(pairs, STEP_COUNT) - 1;
  return Array.from({ length: STEP_COUNT }, (_, wars) => {
    const pairIndex = wars === STEP_COUNT - 1 ? Math.max(wars, pairs - 1) : wars;
    return {
      wars,
      banker: banker[pairIndex] ?? null,
      player: player[pairIndex] ?? null,
      isReached: wars <= newestStep,
      isNewest: wars === newestStep,
      isFar: wars > Math.max(newestStep + 1, MIN_NEAR_STEPS - 1),
    };
  });
}

/** Returns the probability of 0, 1, 2, ... wars; the last entry includes all higher numbers. Empty without a sheet. */
export function warProbabilities(sheet: { wagers: readonly Pick<WagerOddsJson, "wager" | "loss" | "rows">[] } | null): number[] {
  const war = sheet?.wagers.find((wager) => wager.wager === "war");
  return war === undefined ? [] : [war.loss, ...war.rows.map((row) => row.probability)];
}

/** Formats a probability with three decimals, "92.530%"; "<0.001%" if a possible event would be rounded to zero. */
export function probabilityText(probability: number | undefined): string {
  if (probability === undefined) return "–";
  const percent = 100 * probability;
  return probability > 0 && percent < 0.0005 ? "<0.001%" : formatPercent(percent, 3);
}
