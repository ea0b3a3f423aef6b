import { preferences, type Language } from "../lib/preferences.svelte";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

type TranslatedLanguage = Exclude<Language, "en">;

/** Loads the translations of the English rulebook sentences; the files lie beside the rulebooks. */
const TRANSLATION_LOADERS: Record<TranslatedLanguage, () => Promise<{ default: SentenceTranslations }>> = {
  es: () => import("../../../src/croupier/rulebook/words/es.json"),
  zh: () => import("../../../src/croupier/rulebook/words/zh.json"),
  vi: () => import("../../../src/croupier/rulebook/words/vi.json"),
};

/** Translates rulebook text into the viewer's language. Loads each language when it is first needed. */
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
      void TRANSLATION_LOADERS[language]().then(
        (module) =>
          (this.translators = { ...this.translators, [language]: new SentenceTranslator(module.default, language === "zh" ? "" : " ") }),
      );
    }
    return this.translators[language] ?? null;
  }
}

const translations = new RulebookTranslations();

/** Return rulebook text in the viewer's language; the English text if it has no translation or it is not loaded yet. */
export const translateRulebookText = (sentence: string): string => translations.translate(sentence);
