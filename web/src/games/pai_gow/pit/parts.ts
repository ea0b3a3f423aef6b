import LastResults from "../lobby/LastResults.svelte";
import type { PitParts, PitRound } from "../../parts";
import { handsOfFinishedRound } from "../hands";
import { resultSentence } from "../terminal/sentences";
import { partHandName, t, type PartName } from "../words";

/** What a hand is called, and how it came out: "three aces, Player-dealer wins". */
function handResultText(round: PitRound, name: string): string {
  const [whole = "", part] = name.split("/");
  const hands = handsOfFinishedRound({ round: "", ...round });
  const hand = [hands.dealer, ...(hands.sharedPlayerHand === null ? [] : [hands.sharedPlayerHand]), ...hands.seats].find((one) => one.name === whole);
  if (part !== "high" && part !== "low") return "";
  const laid = hand?.parts?.[part satisfies PartName];
  const came = laid?.comparison == null ? [] : [laid.comparison === "win" ? t("vs.banked.win") : laid.comparison === "copy-win" ? t("vs.copy") : t(`vs.${laid.comparison}`)];
  return [partHandName(part, laid?.madeHand ?? null), ...came].filter((each) => each !== "").join(", ");
}

export const parts: PitParts = { LastResults, resultSentence: ({ cards, facts }) => (facts["against"] === undefined ? "" : resultSentence({ round: "", cards, facts: facts as Record<string, string> })), handResultText };
