import { choices, type Language } from "./choices.svelte";
import { count, withMinus } from "./figures";

type Other = Exclude<Language, "en">;
type Fetch<W> = () => Promise<{ words: W }>;

/** A number in a sentence is a figure like any other; a number that is a name is given as text. */
const written = (given: string | number): string => (typeof given === "string" ? given : Number.isInteger(given) ? count(given) : withMinus(String(given)));

/** The sentences of one area, in the reader's language; English until the other book has been fetched. */
class Book<K extends string> {
  private spoken = $state<Partial<Record<Language, Record<K, string>>>>({});

  constructor(
    private readonly english: Record<K, string>,
    private readonly others: Record<Other, Fetch<Record<K, string>>>,
  ) {}

  say(key: K, given: Record<string, string | number> = {}): string {
    const language = choices.language;
    const words = language === "en" ? this.english : (this.spoken[language] ?? this.fetched(language));
    return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => written(given[name] ?? whole));
  }

  private fetched(language: Other): Record<K, string> {
    void this.others[language]().then((book) => {
      this.spoken[language] = book.words;
    });
    return this.english;
  }
}

/** How an area speaks: `t("chip.undo")`, with `{name}` in a sentence filled in. */
export type Speaker<K extends string> = (key: K, given?: Record<string, string | number>) => string;

export function book<K extends string>(
  english: Record<K, string>,
  others: Record<Other, Fetch<Record<NoInfer<K>, string>>>,
): Speaker<K> {
  const made = new Book(english, others);
  return (key, given) => made.say(key, given);
}

/** One name that comes with its translations: for what is read before any book is. */
export const inEvery = (told: Record<Language, string>): (() => string) => () => told[choices.language];
