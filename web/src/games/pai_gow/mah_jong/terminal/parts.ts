import type { TerminalParts } from "../../../parts";
import { t } from "../words";
import Played from "./Played.svelte";
import Ranks from "./Ranks.svelte";
import { dealtTold, resultTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record: Ranks,
  record: { title: () => t("ranks.title"), short: () => t("ranks.title") },
  panel: true,
  stakes: null,
  decides: false,
  Foot: null,
  dealing: dealtTold,
  result: resultTold,
  ended: null,
  gist: null,
  isSentBack: () => false,
  Played,
  isStepwise: false,
  Mark: null,
};
