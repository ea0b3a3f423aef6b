import LastResults from "../lobby/LastResults.svelte";
import type { PitParts, PitRound } from "../../parts";
import { handsOfFinishedRound } from "../hands";
import { resultSentence } from "../terminal/sentences";
import { partHandName, t, type PartName } from "../words";

/** Returns the name of a high or low hand and how it compared: "three aces, Player-dealer wins"; "" for other hands. */
function handResultText(round: PitRound, name: string): string {
  const [handId = "", part] = name.split("/");
  const hands = handsOfFinishedRound({ round: "", ...round });
  const hand = [hands.dealer, ...(hands.sharedPlayerHand === null ? [] : [hands.sharedPlayerHand]), ...hands.seats].find(
    (hand) => hand.name === handId,
  );
  if (part !== "high" && part !== "low") return "";
  const handPart = hand?.parts?.[part satisfies PartName];
  const comparisonTexts =
    handPart?.comparison == null
      ? []
      : [
          handPart.comparison === "win"
            ? t("vs.banked.win")
            : handPart.comparison === "copy-win"
              ? t("vs.copy")
              : t(`vs.${handPart.comparison}`),
        ];
  return [partHandName(part, handPart?.madeHand ?? null), ...comparisonTexts].filter((text) => text !== "").join(", ");
}

export const parts: PitParts = {
  LastResults,
  resultSentence: ({ cards, facts }) =>
    facts["against"] === undefined ? "" : resultSentence({ round: "", cards, facts: facts as Record<string, string> }),
  handResultText,
};
