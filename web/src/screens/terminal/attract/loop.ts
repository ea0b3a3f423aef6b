/** What the attract screen does now: it deals card number `shown`, shows the result, or reads out a row of the pays. */
export type LoopStep = { phase: "dealing" | "result" | "pays"; shown: number; row: number | null };

const CARD_MS = 900;
/** Longest time for all cards of a round: a round with many cards is dealt faster. */
const MAX_DEAL_MS = 14_000;
const RESULT_MS = 8_000;
const ROW_MS = 1_500;

const cardMs = (cards: number): number => Math.min(CARD_MS, MAX_DEAL_MS / Math.max(1, cards));

/** Returns the length of the loop in milliseconds. */
export const loopMs = (cards: number, rows: number): number => cardMs(cards) * cards + RESULT_MS + ROW_MS * rows;

/** Returns the step of the loop at a time since its start: the cards one by one, the result for eight seconds, the pays row by row. */
export function loopStep(elapsedMs: number, cards: number, rows: number): LoopStep {
  const inLoop = elapsedMs % loopMs(cards, rows);
  const dealMs = cardMs(cards) * cards;
  if (inLoop < dealMs) return { phase: "dealing", shown: Math.min(cards, Math.floor(inLoop / cardMs(cards)) + 1), row: null };
  if (inLoop < dealMs + RESULT_MS) return { phase: "result", shown: cards, row: null };
  return { phase: "pays", shown: cards, row: Math.min(rows - 1, Math.floor((inLoop - dealMs - RESULT_MS) / ROW_MS)) };
}

/** Space of the replay in pixels, the height of what stands above each hand, and the least width of a hand. */
export type ReplaySpace = { width: number; height: number; gap: number; headHeight: number; minWidth: number };
const CARD_GAP = 1.08;

/** Returns the width of a hand in pixels: that of its cards, two at least, or that of its name. */
export const handWidth = (count: number, cardPx: number, minWidth: number): number =>
  Math.max(minWidth, Math.max(2, count) * cardPx * CARD_GAP);

/** Returns the largest width at which the cards of all hands fit, `tall` times as high as wide; the hands wrap into rows. 0 if none does. */
export function cardWidth(counts: readonly number[], space: ReplaySpace, tall: number, most: number): number {
  for (let width = Math.floor(most); width > 0; width -= 1) {
    const rows = rowsNeeded(
      counts.map((count) => handWidth(count, width, space.minWidth)),
      space,
    );
    if (rows !== null && rows * (width * tall + space.headHeight + space.gap) <= space.height + space.gap) return width;
  }
  return 0;
}

/** Returns how many rows hands of these widths take; null if one is wider than a row. */
function rowsNeeded(widths: readonly number[], { width, gap }: ReplaySpace): number | null {
  let [rows, used] = [1, 0];
  for (const hand of widths) {
    if (hand > width) return null;
    if (used > 0 && used + gap + hand > width) [rows, used] = [rows + 1, 0];
    used += (used > 0 ? gap : 0) + hand;
  }
  return rows;
}
