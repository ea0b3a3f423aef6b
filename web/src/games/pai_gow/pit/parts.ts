import Last from "../lobby/Last.svelte";
import type { PitParts, SeenRound } from "../../parts";
import { lastFelt } from "../felt";
import { resultTold } from "../terminal/said";
import { partName, t, type Part } from "../words";

/** What a hand is called, and how it came out: "three aces, Player-dealer wins". */
function called(round: SeenRound, name: string): string {
  const [whole = "", part] = name.split("/");
  const felt = lastFelt({ round: "", ...round });
  const hand = [felt.dealer, ...(felt.common === null ? [] : [felt.common]), ...felt.seats].find((one) => one.name === whole);
  if (part !== "high" && part !== "low") return "";
  const laid = hand?.laid?.[part satisfies Part];
  const came = laid?.came == null ? [] : [laid.came === "win" ? t("vs.banked.win") : laid.came === "copy-win" ? t("vs.copy") : t(`vs.${laid.came}`)];
  return [partName(part, laid?.made ?? null), ...came].filter((each) => each !== "").join(", ");
}

export const parts: PitParts = { Last, outcome: ({ cards, facts }) => (facts["against"] === undefined ? "" : resultTold({ round: "", cards, facts: facts as Record<string, string> })), called };
