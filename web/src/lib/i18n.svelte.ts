import { preferences, type Language } from "./preferences.svelte";
import { formatCount, withMinusSign } from "./numbers";

type TranslatedLanguage = Exclude<Language, "en">;
type WordsLoader<W> = () => Promise<{ words: W }>;

/** A number in a sentence is a figure like any other; a number that is a name is given as text. */
const formatParameter = (given: string | number): string => (typeof given === "string" ? given : Number.isInteger(given) ? formatCount(given) : withMinusSign(String(given)));

/** The sentences of one area, in the reader's language; English until the other book has been fetched. */
class Messages<K extends string> {
  private loaded = $state<Partial<Record<Language, Record<K, string>>>>({});

  constructor(
    private readonly english: Record<K, string>,
    private readonly loaders: Record<TranslatedLanguage, WordsLoader<Record<K, string>>>,
  ) {}

  translate(key: K, given: Record<string, string | number> = {}): string {
    const language = preferences.language;
    const words = language === "en" ? this.english : (this.loaded[language] ?? this.startLoading(language));
    return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => formatParameter(given[name] ?? whole));
  }

  private startLoading(language: TranslatedLanguage): Record<K, string> {
    void this.loaders[language]().then((module) => {
      this.loaded[language] = module.words;
    });
    return this.english;
  }
}

/** How an area speaks: `t("chip.undo")`, with `{name}` in a sentence filled in. */
export type Translator<K extends string> = (key: K, given?: Record<string, string | number>) => string;

export function createTranslator<K extends string>(
  english: Record<K, string>,
  others: Record<TranslatedLanguage, WordsLoader<Record<NoInfer<K>, string>>>,
): Translator<K> {
  const made = new Messages(english, others);
  return (key, given) => made.translate(key, given);
}

/** One name that comes with its translations: for what is read before any book is. */
export const inCurrentLanguage = (translations: Record<Language, string>): (() => string) => () => translations[preferences.language];
