import { choices, type Language } from "../lib/choices.svelte";
import { Sentences, type Said } from "./sentences";

type Other = Exclude<Language, "en">;

/** What rulebooks say in English, in the other languages, sentence by sentence: data, as the rulebooks are. */
const BOOKS: Record<Other, () => Promise<{ default: Said }>> = {
  es: () => import("../../../src/croupier/rulebook/words/es.json"),
  zh: () => import("../../../src/croupier/rulebook/words/zh.json"),
  vi: () => import("../../../src/croupier/rulebook/words/vi.json"),
};

class RulebookWords {
  private books = $state.raw<Partial<Record<Other, Sentences>>>({});
  private readonly asked = new Set<Other>();

  told(sentence: string): string {
    const { language } = choices;
    if (language === "en" || sentence === "") return sentence;
    return this.book(language)?.told(sentence) ?? sentence;
  }

  private book(language: Other): Sentences | null {
    if (!this.asked.has(language)) {
      this.asked.add(language);
      void BOOKS[language]().then((book) => (this.books = { ...this.books, [language]: new Sentences(book.default, language === "zh" ? "" : " ") }));
    }
    return this.books[language] ?? null;
  }
}

const words = new RulebookWords();

/** A sentence of a rulebook in the reader's language; as it is written where nobody has put it into that. */
export const ruleWords = (sentence: string): string => words.told(sentence);
