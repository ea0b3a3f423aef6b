import { namesOf, partsOf } from "../games/slots";
import { face } from "../lib/cards";
import { people } from "../ui/people.svelte";
import { tableNames } from "../ui/table-names.svelte";
import { words } from "../words/pit.en";
import { t } from "./t";
import type { Happening, KeptRound } from "./types";

type Word = keyof typeof words;
const isWord = (key: string): key is Word => Object.hasOwn(words, key);

/** "paused": what is said once an order was carried out. */
export function doneTold(order: string): string {
  const key = `done.${order}`;
  return isWord(key) ? t(key) : t("done");
}

/** What was noted, as one would tell it: no numbers of cases, no names of files, cards and rounds spoken. */
export function told(one: Happening, titles: Readonly<Record<string, string>> = {}): string {
  const key = REFUSED.test(one.text) ? "noted.refused" : `noted.${one.code}`;
  const detail = detailOf(one, titles);
  if (!isWord(key)) return detail;
  return detail === "" ? t(key) : `${t(key)}: ${detail}`;
}

const SAID_ENOUGH = new Set(["table/opened", "table/closed", "table/resumed"]);
const REFUSED = /^[a-z-]+ was refused: /;
const CASE = /^(?:correction|back-out|hold|dispute|fault|jackpot|notice)-\d+(?:, to surveillance)?:? ?/;
const DIGEST = /,? ?\b[0-9a-f]{40,}\b/g;
const ROUND = /\b[a-z0-9][a-z0-9-]*\/0*(\d+)\b/g;
const CARD = /\b(?:[2-9TJQKA]|10)[shdc]\b/g;

function detailOf({ code, text }: Happening, titles: Readonly<Record<string, string>>): string {
  if (SAID_ENOUGH.has(code)) return "";
  const bare = text
    .replace(/^(?:The table was paused|A supervisor is called\.?)[: ]*/, "")
    .replace(/^The meter .+ was set up at /, "")
    .replace(REFUSED, "")
    .replace(CASE, "")
    .replace(DIGEST, "")
    .replace(ROUND, (_, number: string) => t("round.short", { number: Number(number) }))
    .replace(CARD, (card) => `${face(card).rank}${face(card).symbol}`)
    .replace(/, (?:automated|dealer-assist)\.$/, "")
    .replace(/\.$/, "");
  return Object.entries(titles).reduce((said, [id, title]) => said.replaceAll(id, title), tableNames.inWords(bare)).trim();
}

/** "Banker wins, 9 over 7"; empty for a game that names no winner. */
export function outcome(family: string, round: { cards: Record<string, string[]>; facts?: Record<string, unknown> }): string {
  return partsOf("pit", family).outcome({ facts: {}, ...round });
}

/** "Banker, card 3": where a card of a round lies, counted from 1. */
export function cardPlace(round: KeptRound, place: number): string {
  const lies = round.dealt[place - 1];
  if (lies === undefined || lies.hand === null) return t("card.place", { place });
  return t("card.lies", { hand: namesOf(round.family).hand(lies.hand), nth: lies.nth ?? 0 });
}

/** "Seat 2: Play 4x", and where nobody spoke: what was decided in a round, in order. */
export function decisionsOf(round: KeptRound): string[] {
  const named = namesOf(round.family).choice;
  return (round.answers ?? []).flatMap(({ seat, decided, mark }) => {
    if (mark === "silence") return [t("round.silence")];
    return seat === undefined || decided === undefined ? [] : [`${t("money.seat", { seat })}: ${named(decided)}`];
  });
}

/** A seat's bettor by name. */
export function who(account: string): string {
  return people.nameOf(account);
}

/** "dealer-midi/000043" as its table and its number. */
export function roundParts(round: string): [string, number] {
  const [table = "", number = "0"] = round.split("/");
  return [table, Number(number)];
}
