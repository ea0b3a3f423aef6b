import { choices, type Language } from "../lib/choices.svelte";

type Sentences = Readonly<Record<string, string>>;
type Other = Exclude<Language, "en">;

/** What rulebooks say in English, in the other languages, sentence by sentence: data, as the rulebooks are. */
const BOOKS: Record<Other, () => Promise<{ default: Sentences }>> = {
  es: () => import("./words/es.json"),
  zh: () => import("./words/zh.json"),
  vi: () => import("./words/vi.json"),
};

class RulebookWords {
  private books = $state.raw<Partial<Record<Other, Sentences>>>({});
  private readonly asked = new Set<Other>();

  /** A sentence of a rulebook in the reader's language; as it is written where nobody has put it into that. */
  told(sentence: string): string {
    const { language } = choices;
    if (language === "en" || sentence === "") return sentence;
    return this.book(language)[sentence] ?? sentence;
  }

  private book(language: Other): Sentences {
    const known = this.books[language];
    if (known === undefined && !this.asked.has(language)) {
      this.asked.add(language);
      void BOOKS[language]().then((book) => (this.books = { ...this.books, [language]: book.default }));
    }
    return known ?? {};
  }
}

const words = new RulebookWords();
export const ruleWords = (sentence: string): string => words.told(sentence);
