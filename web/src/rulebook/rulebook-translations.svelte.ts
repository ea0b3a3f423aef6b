import { preferences, type Language } from "../lib/preferences.svelte";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

type TranslatedLanguage = Exclude<Language, "en">;

/** What rulebooks say in English, in the other languages, sentence by sentence: data, as the rulebooks are. */
const TRANSLATION_LOADERS: Record<TranslatedLanguage, () => Promise<{ default: SentenceTranslations }>> = {
  es: () => import("../../../src/croupier/rulebook/words/es.json"),
  zh: () => import("../../../src/croupier/rulebook/words/zh.json"),
  vi: () => import("../../../src/croupier/rulebook/words/vi.json"),
};

class RulebookTranslations {
  private translators = $state.raw<Partial<Record<TranslatedLanguage, SentenceTranslator>>>({});
  private readonly requestedLanguages = new Set<TranslatedLanguage>();

  translate(sentence: string): string {
    const { language } = preferences;
    if (language === "en" || sentence === "") return sentence;
    return this.translatorFor(language)?.translate(sentence) ?? sentence;
  }

  private translatorFor(language: TranslatedLanguage): SentenceTranslator | null {
    if (!this.requestedLanguages.has(language)) {
      this.requestedLanguages.add(language);
      void TRANSLATION_LOADERS[language]().then((book) => (this.translators = { ...this.translators, [language]: new SentenceTranslator(book.default, language === "zh" ? "" : " ") }));
    }
    return this.translators[language] ?? null;
  }
}

const translations = new RulebookTranslations();

/** A sentence of a rulebook in the reader's language; as it is written where nobody has put it into that. */
export const translateRulebookText = (sentence: string): string => translations.translate(sentence);
