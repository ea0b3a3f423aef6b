import { formatDollars } from "../../lib/money";
import type { TableView } from "../../lib/types";
import { t } from "./words";

/** Returns the stakes of the table: "Point $10 · Ante $2". */
export function stakesText(view: TableView): string {
  return (view.table_stakes?.posted ?? [])
    .flatMap(({ name, cents }) => (name === "point" || name === "ante" ? [t(`stakes.${name}`, { amount: formatDollars(cents) })] : []))
    .join(" · ");
}
