import { cardFace } from "../../lib/cards";

/** What somebody looks for: "seat 5 table 5 round 40", "20:38", "9h", or a name. */
export type SearchQuery = {
  table: number | null;
  round: number | null;
  seat: number | null;
  /** Minute of the day as text, "20:38". */
  time: string | null;
  /** Card in the notation of the server: "9h". */
  card: string | null;
  /** What remains: a player, a game, or words of an event. */
  text: string;
};

const SUITS: Readonly<Record<string, string>> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const KEYS = ["table", "round", "seat"] as const;
type Key = (typeof KEYS)[number];

/** Words for table, round and seat in the viewer's language; English is always understood. */
export type SearchWords = Readonly<Record<Key, string>>;

/** Parse a search. A number without a word is a table. */
export function parseSearch(typed: string, words: SearchWords): SearchQuery {
  const query: SearchQuery = { table: null, round: null, seat: null, time: null, card: null, text: "" };
  const rest: string[] = [];
  let pending: Key | null = null;
  for (const word of typed
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)) {
    const key = KEYS.find((one) => word === one || word === words[one].toLowerCase());
    if (key !== undefined) pending = key;
    else if (/^\d{1,6}$/.test(word)) {
      if (pending !== null || query.table === null) query[pending ?? "table"] = Number(word);
      else rest.push(word);
      pending = null;
    } else if (/^\d{1,2}:\d{2}(:\d{2})?$/.test(word)) query.time = word.slice(0, word.indexOf(":") + 3).padStart(5, "0");
    else if (cardOf(word) !== null) query.card = cardOf(word);
    else if (word !== "") rest.push(word);
  }
  query.text = rest.join(" ");
  return query;
}

/** Return a card as the server writes it, from "9h", "10h" or "9♥"; null if the word is no card. */
function cardOf(word: string): string | null {
  const match = /^(10|[2-9tjqka])([shdc♠♥♦♣])$/u.exec(word);
  if (match === null) return null;
  const [rank, suit] = [match[1] ?? "", match[2] ?? ""];
  return `${rank === "10" ? "T" : rank.toUpperCase()}${SUITS[suit] ?? suit}`;
}

/** Return a card as it is shown: "9♥". */
export const cardText = (card: string): string => `${cardFace(card).rank}${cardFace(card).symbol}`;
