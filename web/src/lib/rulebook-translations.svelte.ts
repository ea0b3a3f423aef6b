import { get } from "./api";
import { LANGUAGES, type Language } from "./languages";
import { preferences } from "./preferences.svelte";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

/** Loaders of the translations of the English rulebook sentences; the files lie beside the rulebooks. */
const TRANSLATION_FILES = import.meta.glob<SentenceTranslations>("../../../src/croupier/rulebook/words/*.json", { import: "default" });

/** Something of one game: a table's `game`, a tile of the lobby, a rules card. */
export type OfGame = { readonly rulebook: string };

/** The translators of one language: for the games that croupier ships, and by rulebook for each game from an outside package. */
type Translators = { shipped: SentenceTranslator; outside: ReadonlyMap<string, SentenceTranslator> };

/** Translates rulebook text into the viewer's language. Loads each language when it is first needed. */
class RulebookTranslations {
  private translators = $state.raw<Partial<Record<Language, Translators>>>({});
  private readonly requestedLanguages = new Set<Language>();

  translate(sentence: string, game?: OfGame): string {
    const { language } = preferences;
    if (language === "en" || sentence === "") return sentence;
    const translators = this.translatorsFor(language);
    const translator = translators?.outside.get(game?.rulebook ?? "") ?? translators?.shipped;
    return translator?.translate(sentence) ?? sentence;
  }

  private translatorsFor(language: Language): Translators | null {
    if (!this.requestedLanguages.has(language)) {
      this.requestedLanguages.add(language);
      void loadTranslators(language).then((loaded) => (this.translators = { ...this.translators, [language]: loaded }));
    }
    return this.translators[language] ?? null;
  }
}

async function loadTranslators(language: Language): Promise<Translators> {
  const [shipped = {}, untranslated] = await Promise.all([
    TRANSLATION_FILES[`../../../src/croupier/rulebook/words/${language}.json`]?.(),
    // Without a response the games that croupier ships are still shown in the viewer's language.
    get("/api/untranslated").catch((): Record<string, string[]> => ({})),
  ]);
  const translatorExcept = (texts: readonly string[]): SentenceTranslator =>
    new SentenceTranslator({ ...shipped, ...Object.fromEntries(texts.map((text) => [text, text])) }, LANGUAGES[language]);
  return {
    shipped: translatorExcept([]),
    outside: new Map(Object.entries(untranslated).map(([rulebook, texts]) => [rulebook, translatorExcept(texts)])),
  };
}

const translations = new RulebookTranslations();

/**
 * Return text of a game's rulebook in the viewer's language; the English text if it has no translation or it is not loaded yet. What may
 * draw a game from outside names the `game`: its texts stay English. A game that has a folder in `games` may leave it out.
 */
export const translateRulebookText = (sentence: string, game?: OfGame): string => translations.translate(sentence, game);
