import type { TerminalParts } from "../../parts";
import { resultSentence } from "../result";
import { t } from "../words";
import Mark from "./Mark.svelte";
import Played from "./Played.svelte";
import Record from "./Record.svelte";
import { dealingTold } from "./said";
import Table from "./Table.svelte";

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => t("roads.title"), short: () => t("roads.title") },
  panel: true,
  stakes: null,
  decides: false,
  Foot: null,
  dealing: dealingTold,
  result: (round, view) => resultSentence(round.cards, view?.game.counts_cards),
  ended: null,
  gist: null,
  isSentBack: () => false,
  Played,
  isStepwise: true,
  Mark,
};
