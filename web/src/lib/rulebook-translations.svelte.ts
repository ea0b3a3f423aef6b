import { LANGUAGES, type Language } from "./languages";
import { preferences } from "./preferences.svelte";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

/** Loaders of the translations of the English rulebook sentences; the files lie beside the rulebooks. */
const TRANSLATION_FILES = import.meta.glob<SentenceTranslations>("../../../src/croupier/rulebook/words/*.json", { import: "default" });

/** Translates rulebook text into the viewer's language. Loads each language when it is first needed. */
class RulebookTranslations {
  private translators = $state.raw<Partial<Record<Language, SentenceTranslator>>>({});
  private readonly requestedLanguages = new Set<Language>();

  translate(sentence: string): string {
    const { language } = preferences;
    if (language === "en" || sentence === "") return sentence;
    return this.translatorFor(language)?.translate(sentence) ?? sentence;
  }

  private translatorFor(language: Language): SentenceTranslator | null {
    if (!this.requestedLanguages.has(language)) {
      this.requestedLanguages.add(language);
      void TRANSLATION_FILES[`../../../src/croupier/rulebook/words/${language}.json`]?.().then((sentences) => {
        this.translators = { ...this.translators, [language]: new SentenceTranslator(sentences, LANGUAGES[language]) };
      });
    }
    return this.translators[language] ?? null;
  }
}

const translations = new RulebookTranslations();

/** Return rulebook text in the viewer's language; the English text if it has no translation or it is not loaded yet. */
export const translateRulebookText = (sentence: string): string => translations.translate(sentence);
