import type { PitParts, PitRound } from "../../parts";
import { t } from "../words";

/** Returns the dealer's result: players bet against the dealer, so a round has no single winner. "" if the round has no result. */
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
