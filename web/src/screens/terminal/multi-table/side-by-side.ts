const MIN_COLUMN_PX = 380;
const MIN_HEIGHT_PX = 620;
/** Least size of a screen on which four tables stand two by two, each with its hands beside its spots. */
const TWO_BY_TWO_PX = { width: 1200, height: 760 };
/** Least width of a screen that is low for two rows, so that four columns are better. */
const FOUR_COLUMNS_PX = 4 * MIN_COLUMN_PX;
const TWO_ROWS_PX = 1000;

/** Returns how many columns several tables have side by side on a screen; null if they do not fit and are shown in tabs. */
export function columnsFor(tables: number, width: number, height: number): number | null {
  const isTwoByTwo = width < FOUR_COLUMNS_PX ? width >= TWO_BY_TWO_PX.width && height >= TWO_BY_TWO_PX.height : height >= TWO_ROWS_PX;
  if (tables === 4 && isTwoByTwo) return 2;
  return tables * MIN_COLUMN_PX <= width && height >= MIN_HEIGHT_PX ? tables : null;
}
