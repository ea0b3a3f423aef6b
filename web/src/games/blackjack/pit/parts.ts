import type { PitParts, PitRound } from "../../parts";
import { t } from "../words";

/** A game that is played against the dealer names no winner: it tells what he had. */
function resultSentence({ facts }: Pick<PitRound, "facts">): string {
  if (facts["dealer_broke"] === undefined) return "";
  if (facts["dealer_natural"] === true) return t("end.dealer_natural");
  return t(facts["dealer_broke"] === true ? "end.dealer_broke" : "end.dealer", { total: Number(facts["dealer_total"]) });
}

export const parts: PitParts = {
  LastResults: null,
  resultSentence,
  handResultText: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
};
