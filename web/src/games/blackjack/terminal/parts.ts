import { t as terminal } from "../../../terminal/words";
import type { TerminalParts } from "../../parts";
import { dealerSentence } from "../result";
import { t } from "../words";
import PlayedRound from "./PlayedRound.svelte";
import Record from "./Record.svelte";
import { dealtTold, endedTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => t("record.title"), short: () => t("record.short") },
  panel: true,
  stakes: null,
  decides: true,
  Foot: null,
  dealing: dealtTold,
  result: (round) => dealerSentence(round.cards),
  ended: (view, last) => `${endedTold(view, last)} ${terminal("result.open")}`,
  gist: null,
  isSentBack: () => false,
  Played: PlayedRound,
  isStepwise: false,
  Mark: null,
};
