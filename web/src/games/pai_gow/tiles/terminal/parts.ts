import type { TerminalParts } from "../../../parts";
import Played from "../../terminal/Played.svelte";
import { endedTold, resultTold } from "../../terminal/said";
import { t } from "../words";
import Foot from "./Foot.svelte";
import Ranks from "./Ranks.svelte";
import { dealtTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record: Ranks,
  record: { title: () => t("ranks.title"), short: () => t("ranks.title") },
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
