import { preferences, type Language } from "./preferences.svelte";
import { formatCount, withMinusSign } from "./numbers";

type TranslatedLanguage = Exclude<Language, "en">;
type WordsLoader<W> = () => Promise<{ words: W }>;

/** Format a placeholder's value: numbers as on the rest of the screen. Pass a number that is a name, such as a round id, as a string. */
function formatParameter(value: string | number): string {
  if (typeof value === "string") return value;
  return Number.isInteger(value) ? formatCount(value) : withMinusSign(String(value));
}

/** Texts of one area of the pages in the viewer's language. Shows English until the translation is loaded. */
class Messages<K extends string> {
  private loaded = $state<Partial<Record<Language, Record<K, string>>>>({});

  constructor(
    private readonly english: Record<K, string>,
    private readonly loaders: Record<TranslatedLanguage, WordsLoader<Record<K, string>>>,
  ) {}

  translate(key: K, params: Record<string, string | number> = {}): string {
    const language = preferences.language;
    const words = language === "en" ? this.english : (this.loaded[language] ?? this.startLoading(language));
    return words[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => formatParameter(params[name] ?? placeholder));
  }

  /** Start loading a language and return English in the meantime. */
  private startLoading(language: TranslatedLanguage): Record<K, string> {
    void this.loaders[language]().then((module) => {
      this.loaded[language] = module.words;
    });
    return this.english;
  }
}

/** Returns the text of a key, with each `{name}` replaced by the parameter of that name: `t("round.at", { number: 3 })`. */
export type Translator<K extends string> = (key: K, params?: Record<string, string | number>) => string;

/** Create the translation function of one area, from its English words and the loaders of the other languages. */
export function createTranslator<K extends string>(
  english: Record<K, string>,
  loaders: Record<TranslatedLanguage, WordsLoader<Record<NoInfer<K>, string>>>,
): Translator<K> {
  const messages = new Messages(english, loaders);
  return (key, params) => messages.translate(key, params);
}

/**
 * Return a function that gives the text for the current language from a literal with all languages. Used for titles that are shown
 * before any words file is loaded.
 */
export const inCurrentLanguage =
  (translations: Record<Language, string>): (() => string) =>
  () =>
    translations[preferences.language];
