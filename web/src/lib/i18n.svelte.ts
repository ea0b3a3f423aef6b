import { LANGUAGES, type Language } from "./languages";
import { preferences } from "./preferences.svelte";
import { formatCount, withMinusSign } from "./numbers";

/** A text with a form for each plural category of its language, or for an exact count (`"=1"`). The parameter `count` chooses the form. */
export type PluralForms = { readonly other: string } & { readonly [form in Intl.LDMLPluralRule | `=${number}`]?: string };
type Message = string | PluralForms;
type Messages<K extends string> = Readonly<Record<K, Message>>;
/** Type of the words in any language, from the English ones. A language may have other plural forms than English. */
export type Translation<English> = { readonly [K in keyof English]: English[K] extends string ? string : PluralForms };
/** What follows the prefix in the keys of words that have it: "stood" for `state.stood` and the prefix `state.`. */
export type KeysUnder<Words, Prefix extends string> = keyof Words extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;
type Params = Readonly<Record<string, string | number>>;
/** Loaders of word files by file name, as `import.meta.glob` returns them. */
type WordFiles = Readonly<Record<string, () => Promise<unknown>>>;

/** Format a placeholder's value: numbers as on the rest of the screen. Pass a number that is a name, such as a round id, as a string. */
function formatParameter(value: string | number): string {
  if (typeof value === "string") return value;
  return Number.isInteger(value) ? formatCount(value) : withMinusSign(String(value));
}

/** Return the plural form for a count in a language. */
function pluralForm(forms: PluralForms, count: string | number | undefined, language: Language): string {
  const category = new Intl.PluralRules(LANGUAGES[language].locale).select(Number(count));
  return forms[`=${Number(count)}`] ?? forms[category] ?? forms.other;
}

/** Return a message as text: with its plural form, and each `{name}` replaced by the parameter of that name. */
export function formatMessage(message: Message, params: Params, language: Language): string {
  const text = typeof message === "string" ? message : pluralForm(message, params["count"], language);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => formatParameter(params[name] ?? placeholder));
}

/** Texts of one area of the pages in the viewer's language. Shows English until the translation is loaded. */
class Dictionary<K extends string> {
  private loaded = $state.raw<Partial<Record<Language, Partial<Messages<K>>>>>({});

  constructor(
    private readonly english: Messages<K>,
    private readonly files: WordFiles,
  ) {}

  translate(key: K, params: Params): string {
    const { language } = preferences;
    const translated = language === "en" ? undefined : this.wordsIn(language)?.[key];
    return translated === undefined ? formatMessage(this.english[key], params, "en") : formatMessage(translated, params, language);
  }

  /** Return the text of a key without placeholders; null if it has none, or its file is still loading. */
  find(key: string): string | null {
    const words: Readonly<Record<string, unknown>> = this.wordsIn(preferences.language) ?? {};
    return Object.hasOwn(words, key) ? String(words[key]) : null;
  }

  /** Return the words of a language; undefined while they are loading, or if there is no file. */
  private wordsIn(language: Language): Partial<Messages<K>> | undefined {
    const words = this.loaded[language];
    if (words === undefined) void this.files[`./words.${language}.ts`]?.().then((module) => this.keep(language, module));
    return words;
  }

  /** Store the words of a language once: each word shown before they arrive asks for them, and each change renders the page anew. */
  private keep(language: Language, module: unknown): void {
    if (this.loaded[language] !== undefined) return;
    this.loaded = { ...this.loaded, [language]: (module as { words: Partial<Messages<K>> }).words };
  }
}

/** Returns the text of a key, with each `{name}` replaced by the parameter of that name: `t("round.at", { number: 3 })`. */
export type Translator<K extends string> = (key: K, params?: Params) => string;

/**
 * Create the translation function of one area, from its English words and the files of the other languages:
 * `createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]))`. A file is loaded when it is first needed.
 */
export function createTranslator<K extends string>(english: Messages<K>, files: WordFiles): Translator<K> {
  const dictionary = new Dictionary(english, files);
  return (key, params = {}) => dictionary.translate(key, params);
}

/** Create the translation function of texts that are rarely shown: English is loaded when it is first needed, like other languages. */
export function createLateTranslator(files: WordFiles): (key: string) => string | null {
  const dictionary = new Dictionary<string>({}, files);
  return (key) => dictionary.find(key);
}
