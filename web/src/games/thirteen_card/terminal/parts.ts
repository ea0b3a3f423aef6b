import type { TableView } from "../../../lib/types";
import { listed } from "../../../terminal/listed";
import type { Told } from "../../../terminal/status";
import type { TerminalParts } from "../../parts";
import { bestTold, youTold } from "../felt";
import { t as stakes } from "../../../stakes/words";
import { stakesTold } from "../stakes";
import { t } from "../words";
import Foot from "./Foot.svelte";
import Played from "./Played.svelte";
import Record from "./Record.svelte";
import Table from "./Table.svelte";

/** Stacks go out, hands are set, hands are opened. */
function dealing(view: TableView): Told {
  const waits = view.arrangements?.requests.map((one) => String(one.seat)) ?? [];
  if (waits.length > 0) return { main: t("told.setting"), next: t("told.setting_next", { seats: listed(waits) }) };
  if (view.table_stakes?.hand?.stage === "dealing") return { main: t("told.cards"), next: t("told.cards_next") };
  return { main: t("told.opening"), next: t("told.opening_next") };
}

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => stakes("past.title"), short: () => stakes("past.short") },
  panel: true,
  stakes: stakesTold,
  decides: false,
  Foot,
  dealing,
  result: bestTold,
  ended: (view, last) => youTold(last, view.player?.seat ?? null),
  gist: (view, last) => youTold(last, view.player?.seat ?? null),
  isSentBack: () => true,
  Played,
  isStepwise: false,
  Mark: null,
};
