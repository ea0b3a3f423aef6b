import list from "../../../src/croupier/rulebook/languages.json";

export type Language = keyof typeof list;
/** A language: its names, punctuation and fonts; src/croupier/rulebook/translations.py says what each property means. */
type LanguageProperties = (typeof list)[Language];

/** All languages of the pages and documents, in the order of the menu. The list lies with the rulebooks: the server reads it too. */
export const LANGUAGES: Readonly<Record<Language, LanguageProperties>> = list;
export const LANGUAGE_CODES = Object.keys(list) as readonly Language[];

export const isLanguage = (code: string): code is Language => Object.hasOwn(list, code);

/** Return language and script of a locale: "zh-Hant" for "zh-TW"; "" for a tag that is not BCP 47, such as "en-US@posix". */
function languageAndScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}

/** Return the language for a browser's language tag; English if there is none. */
export function languageForTag(tag: string): Language {
  const wanted = languageAndScript(tag);
  return LANGUAGE_CODES.find((code) => languageAndScript(LANGUAGES[code].locale) === wanted) ?? "en";
}
