import { formatDollars } from "../../lib/money";
import type { TableView } from "../../lib/types";
import { t } from "./words";

/** Returns the amounts that the table posts: "Blinds $2 / $5 · Cap $1,000 a round". */
export function stakesText(view: TableView): string {
  const postedCents = (name: string): number => view.table_stakes?.posted.find((amount) => amount.name === name)?.cents ?? 0;
  const pair = (first: string, second: string): string => `${formatDollars(postedCents(first))} / ${formatDollars(postedCents(second))}`;
  const amounts = [
    postedCents("big-bet") > 0
      ? t("stakes.limit", { amounts: pair("small-bet", "big-bet") })
      : t("stakes.blinds", { amounts: pair("small-blind", "big-blind") }),
  ];
  if (postedCents("ante") > 0) amounts.push(t("stakes.ante", { amount: formatDollars(postedCents("ante")) }));
  if (postedCents("round-cap") > 0) amounts.push(t("stakes.cap", { amount: formatDollars(postedCents("round-cap")) }));
  return amounts.join(" · ");
}
