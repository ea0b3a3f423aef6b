import { cardFace } from "../../lib/cards";
import { tableNames } from "../../ui/table-names.svelte";
import { words } from "./words.en";
import { t } from "./words";
import type { SignificantEventResponse } from "../../wire.http";

type WordKey = keyof typeof words;
const isWordKey = (key: string): key is WordKey => Object.hasOwn(words, key);

/** Return the text for a command that was carried out: "paused". */
export function commandDoneText(command: string): string {
  const key = `done.${command}`;
  return isWordKey(key) ? t(key) : t("done");
}

/** Return an event as a sentence: without command names, case ids and digests, with cards, rounds, tables and games by their names. */
export function eventText(event: SignificantEventResponse, titles: Readonly<Record<string, string>> = {}): string {
  const key = REFUSED_PREFIX.test(event.text) ? "noted.refused" : `noted.${event.code}`;
  const detail = eventDetail(event, titles);
  if (!isWordKey(key)) return detail;
  return detail === "" ? t(key) : `${t(key)}: ${detail}`;
}

const CODES_WITHOUT_DETAIL = new Set(["table/opened", "table/closed", "table/resumed"]);
const REFUSED_PREFIX = /^[a-z-]+ was refused: /;
const CASE_PREFIX = /^(?:correction|back-out|hold|dispute|fault|jackpot|notice)-\d+(?:, to surveillance)?:? ?/;
const DIGEST = /,? ?\b[0-9a-f]{40,}\b/g;
const ROUND_ID = /\b[a-z0-9][a-z0-9-]*\/0*(\d+)\b/g;
const CARD = /\b(?:[2-9TJQKA]|10)[shdc]\b/g;

function eventDetail({ code, text }: SignificantEventResponse, titles: Readonly<Record<string, string>>): string {
  if (CODES_WITHOUT_DETAIL.has(code)) return "";
  const detail = text
    .replace(/^(?:The table was paused|A supervisor is called\.?)[: ]*/, "")
    .replace(/^The meter .+ was set up at /, "")
    .replace(REFUSED_PREFIX, "")
    .replace(CASE_PREFIX, "")
    .replace(DIGEST, "")
    .replace(ROUND_ID, (_, number: string) => t("round.short", { number: Number(number) }))
    .replace(CARD, (card) => `${cardFace(card).rank}${cardFace(card).symbol}`)
    .replace(/, (?:automated|dealer-assist)\.$/, "")
    .replace(/\.$/, "");
  return Object.entries(titles)
    .reduce((sentence, [id, title]) => sentence.replaceAll(id, title), tableNames.replaceTableIds(detail))
    .trim();
}
