import { formatDollars } from "../../lib/money";
import type { TableView } from "../../lib/types";
import { t } from "./words";

/** "Blinds $2 / $5, cap $1,000 a round". */
export function stakesText(view: TableView): string {
  const of = (name: string): number => view.table_stakes?.posted.find((one) => one.name === name)?.cents ?? 0;
  const pair = (first: string, second: string): string => `${formatDollars(of(first))} / ${formatDollars(of(second))}`;
  const told = [of("big-bet") > 0 ? t("stakes.limit", { amounts: pair("small-bet", "big-bet") }) : t("stakes.blinds", { amounts: pair("small-blind", "big-blind") })];
  if (of("ante") > 0) told.push(t("stakes.ante", { amount: formatDollars(of("ante")) }));
  if (of("round-cap") > 0) told.push(t("stakes.cap", { amount: formatDollars(of("round-cap")) }));
  return told.join(" · ");
}
