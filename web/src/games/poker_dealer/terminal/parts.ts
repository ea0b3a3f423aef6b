import { t as terminal } from "../../../terminal/words";
import type { TerminalParts } from "../../parts";
import { t } from "../words";
import PlayedRound from "./PlayedRound.svelte";
import Record from "./Record.svelte";
import { dealerTold, dealtTold, endedTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => t("pays.title"), short: () => t("pays.short") },
  panel: true,
  stakes: null,
  decides: true,
  Foot: null,
  dealing: dealtTold,
  result: dealerTold,
  ended: (view, last) => `${endedTold(view, last)} ${terminal("result.open")}`,
  gist: endedTold,
  isSentBack: (last, one) => one.wager === "play" && last.facts?.["dealer_qualifies"] === false,
  Played: PlayedRound,
  isStepwise: false,
  Mark: null,
};
