import type { LabFact } from "../../wire.http";

const SUGGESTIONS_MOST = 8;
const KEYWORDS = new Set(["and", "or", "not", "in"]);

/** The word before the cursor, and where it begins. */
export function wordAt(text: string, cursor: number): { word: string; start: number } {
  const word = /[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(0, cursor))?.[0] ?? "";
  return { word, start: cursor - word.length };
}

/** Names that complete a word: those that begin with it first, then those that have it inside. None for a whole name or keyword. */
export function completions(word: string, facts: readonly LabFact[]): LabFact[] {
  if (word === "" || KEYWORDS.has(word) || facts.some((fact) => fact.name === word)) return [];
  const begin = facts.filter((fact) => fact.name.startsWith(word));
  const inside = facts.filter((fact) => !fact.name.startsWith(word) && fact.name.includes(word));
  return [...begin, ...inside].slice(0, SUGGESTIONS_MOST);
}

/** Replace the word before the cursor by a name. */
export function complete(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const { start } = wordAt(text, cursor);
  const end = cursor + (/^[A-Za-z0-9_]*/.exec(text.slice(cursor))?.[0].length ?? 0);
  return { text: text.slice(0, start) + name + text.slice(end), cursor: start + name.length };
}
