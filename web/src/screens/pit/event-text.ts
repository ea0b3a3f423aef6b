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
  const key = REFUSED_PREFIX.test(event.text) ? "noted.refused" : FLOOR_NOTICE.test(event.text) ? "need.notice" : `noted.${event.code}`;
  const detail = eventDetail(event, titles);
  if (!isWordKey(key)) return detail;
  return detail === "" ? t(key) : `${t(key)}: ${detail}`;
}

/** Codes of events that say nothing about a round. */
export const ROUTINE_CODES: readonly string[] = ["table/opened", "table/closed", "table/settings"];

/** Return the events of a table since a time as sentences, the oldest first, without those of some codes; at most the last six. */
export function eventsSince(
  events: readonly SignificantEventResponse[],
  table: string,
  since: number,
  withoutCodes: readonly string[],
): { at: number; text: string }[] {
  return events
    .filter((event) => event.table_name === table && event.at >= since && !withoutCodes.includes(event.code))
    .slice(0, 6)
    .reverse()
    .map((event) => ({ at: event.at, text: eventText(event) }));
}

/** An event, or several of one kind that one person or the system caused within a minute. */
export type EventGroup = { event: SignificantEventResponse; tables: readonly string[] };
const GROUP_MS = 60_000;
const MIN_GROUP = 3;

/** Put events of one code and one actor within a minute together, so that opening the house is one line. The newest come first. */
export function groupEvents(events: readonly SignificantEventResponse[]): EventGroup[] {
  const groups: SignificantEventResponse[][] = [];
  for (const event of events) {
    const group = groups.find(([first]) => first !== undefined && isAlike(first, event));
    if (group === undefined) groups.push([event]);
    else group.push(event);
  }
  return groups
    .flatMap((group) => (group.length >= MIN_GROUP ? [group] : group.map((event) => [event])))
    .map(([event, ...others]) => ({ event: event!, tables: [event!, ...others].map((one) => one.table_name ?? "") }))
    .sort((left, right) => right.event.id - left.event.id);
}

const isAlike = (newer: SignificantEventResponse, older: SignificantEventResponse): boolean =>
  newer.code === older.code && newer.actor === older.actor && newer.at - older.at < GROUP_MS && newer.table_name !== older.table_name;

/** Return what happened at several tables: "Opened: 46 tables". */
export function groupText({ event, tables }: EventGroup): string {
  const key = `noted.${event.code}`;
  return t("noted.tables", { what: isWordKey(key) ? t(key) : event.code, count: tables.length });
}

const CODES_WITHOUT_DETAIL = new Set(["table/opened", "table/closed", "table/resumed"]);
const REFUSED_PREFIX = /^[a-z-]+ was refused: /;
const CASE_PREFIX = /^(?:correction|back-out|hold|dispute|fault|jackpot|notice|change)-\d+(?:, to (?:surveillance|floor))?:? ?/;
const FLOOR_NOTICE = /^notice-\d+, to floor: /;
/** Id of the meter before an amount, and of the jackpot after its round. */
const METER_ID = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?: (?=\$)/;
const JACKPOT_ID = /(\/0*\d+)\/jackpot-\d+/g;
const DIGEST = /(?:,| in place of)? ?\b[0-9a-f]{40,}\b/g;
const ROUND_ID = /\b[a-z0-9][a-z0-9-]*\/0*(\d+)\b/g;
const CARD = /\b(?:[2-9TJQKA]|10)[shdc]\b/g;

function eventDetail({ code, text }: SignificantEventResponse, titles: Readonly<Record<string, string>>): string {
  if (CODES_WITHOUT_DETAIL.has(code)) return "";
  const detail = text
    .replace(/^(?:The table was paused|A supervisor is called\.?)[: ]*/, "")
    .replace(/^The meter .+ was set up at /, "")
    .replace(/^Round \S+ is void: |^void-round: (?=.*\]$)/, "")
    .replace(/ \[[^\]]*\]$/, "")
    .replace(REFUSED_PREFIX, "")
    .replace(CASE_PREFIX, "")
    .replace(code.startsWith("jackpot/") ? METER_ID : "", "")
    .replace(JACKPOT_ID, "$1")
    .replace(DIGEST, "")
    .replace(ROUND_ID, (_, number: string) => t("round.short", { number: Number(number) }))
    .replace(CARD, (card) => `${cardFace(card).rank}${cardFace(card).symbol}`)
    .replace(/, (?:automated|dealer-assist)\.$/, "")
    .replace(/\.$/, "");
  return Object.entries(titles)
    .reduce((sentence, [id, title]) => sentence.replaceAll(id, title), tableNames.replaceTableIds(detail))
    .trim();
}
