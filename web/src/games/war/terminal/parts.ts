import type { TableView } from "../../../lib/types";
import PlayedHands from "../../../terminal/PlayedHands.svelte";
import { dealtTold, type Told } from "../../../terminal/status";
import { cardsSeen } from "../../../ui/felt";
import type { TerminalParts } from "../../parts";
import Record from "../Record.svelte";
import { cardName, resultOf, standingOf } from "../standing";
import { t } from "../words";
import Mark from "./Mark.svelte";
import Table from "./Table.svelte";

/** Equal cards are told until the next pair lies. */
function dealing(view: TableView): Told {
  const standing = standingOf(cardsSeen(view));
  if (standing?.winner !== "tie") return dealtTold(view);
  return { main: t("war", { nth: standing.wars, card: cardName(standing.height) }), next: t("war.next"), tone: "loud" };
}

export const parts: TerminalParts = {
  Table,
  Record,
  record: { title: () => t("record.title"), short: () => t("record.title") },
  panel: true,
  stakes: null,
  decides: false,
  Foot: null,
  dealing,
  result: (round) => resultOf(standingOf(round.cards)),
  ended: null,
  gist: null,
  isSentBack: (last) => standingOf(last.cards)?.winner === "tie",
  Played: PlayedHands,
  isStepwise: true,
  Mark,
};
