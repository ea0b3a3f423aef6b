import type { TerminalParts } from "../../parts";
import { t } from "../words";
import Foot from "./Foot.svelte";
import Pays from "./Pays.svelte";
import Played from "./Played.svelte";
import { dealtTold, endedTold, resultTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record: Pays,
  record: { title: () => t("pays.title"), short: () => t("pays.short") },
  panel: true,
  stakes: null,
  decides: true,
  Foot,
  dealing: dealtTold,
  result: resultTold,
  ended: endedTold,
  gist: null,
  isSentBack: () => false,
  Played,
  isStepwise: false,
  Mark: null,
};
