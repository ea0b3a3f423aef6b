const MIN_COLUMN_PX = 380;
const MIN_HEIGHT_PX = 620;
/** Height from which four tables stand two by two. */
const TWO_ROWS_PX = 1000;

/** Returns how many columns several tables have side by side on a screen; null if they do not fit and are shown in tabs. */
export function columnsFor(tables: number, width: number, height: number): number | null {
  const columns = tables === 4 && height >= TWO_ROWS_PX ? 2 : tables;
  return columns * MIN_COLUMN_PX <= width && height >= MIN_HEIGHT_PX ? columns : null;
}
