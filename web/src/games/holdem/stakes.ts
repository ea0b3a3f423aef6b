import { dollars } from "../../lib/money";
import type { TableView } from "../../lib/types";
import { t } from "./words";

/** "Blinds $2 / $5, cap $1,000 a round". */
export function stakesTold(view: TableView): string {
  const of = (name: string): number => view.table_stakes?.posted.find((one) => one.name === name)?.cents ?? 0;
  const pair = (first: string, second: string): string => `${dollars(of(first))} / ${dollars(of(second))}`;
  const told = [of("big-bet") > 0 ? t("stakes.limit", { amounts: pair("small-bet", "big-bet") }) : t("stakes.blinds", { amounts: pair("small-blind", "big-blind") })];
  if (of("ante") > 0) told.push(t("stakes.ante", { amount: dollars(of("ante")) }));
  if (of("round-cap") > 0) told.push(t("stakes.cap", { amount: dollars(of("round-cap")) }));
  return told.join(" · ");
}
