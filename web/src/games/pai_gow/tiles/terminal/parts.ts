import type { TerminalParts } from "../../../parts";
import { parts as ofHands } from "../../terminal/parts";
import { t } from "../words";
import Foot from "./Foot.svelte";
import Ranks from "./Ranks.svelte";
import { dealtTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  ...ofHands,
  Table,
  Record: Ranks,
  record: { title: () => t("ranks.title"), short: () => t("ranks.title") },
  Foot,
  dealing: dealtTold,
};
