import { LANGUAGES, type Language } from "./languages";

/**
 * English sentences and their translations into one language. In the English sentence `{}` matches a part that is translated on its own
 * and `{#}` a number; in the translation `{1}` is the first of them.
 */
export type SentenceTranslations = Readonly<Record<string, string>>;
type Punctuation = Pick<(typeof LANGUAGES)[Language], "sentence_separator" | "full_stop">;
type Pattern = { regex: RegExp; template: string };

const PLACEHOLDER = /\{#?\}/;
const LIST_SEPARATOR = /(, | or | and )/;
const SENTENCE_BOUNDARY = /(?<=[.!?]) (?=[A-Z0-9“(])/;

/** Translates rulebook text from English into one language. */
export class SentenceTranslator {
  private readonly patterns: readonly Pattern[];
  private readonly cache = new Map<string, string | null>();

  constructor(
    private readonly translations: SentenceTranslations,
    private readonly punctuation: Punctuation = LANGUAGES.en,
  ) {
    const patterns = Object.entries(translations).filter(([sentence]) => PLACEHOLDER.test(sentence));
    // Try the longest pattern first: it has the most fixed words, so it is the best match.
    patterns.sort(([left], [right]) => right.length - left.length);
    this.patterns = patterns.map(([sentence, template]) => ({ regex: patternRegex(sentence), template }));
  }

  /** Return the translation, or null if there is none. */
  translate(sentence: string): string | null {
    const cached = this.cache.get(sentence);
    if (cached !== undefined) return cached;
    const translation =
      this.translations[sentence] ??
      this.translateTitle(sentence) ??
      this.translateByPattern(sentence) ??
      this.translateEachSentence(sentence);
    this.cache.set(sentence, translation);
    return translation;
  }

  private translateByPattern(sentence: string): string | null {
    for (const { regex, template } of this.patterns) {
      const parts = regex.exec(sentence);
      if (parts !== null) return template.replace(/\{(\d)\}/g, (_, index: string) => this.translatePart(parts[Number(index)] ?? ""));
    }
    return null;
  }

  /** Translate what a placeholder matched: a name, a number or a list of them. A part without a translation stays English. */
  private translatePart(text: string): string {
    const whole = this.translate(text);
    if (whole !== null || !LIST_SEPARATOR.test(text)) return whole ?? text;
    return text
      .split(LIST_SEPARATOR)
      .map((item) => (item === ", " ? item : (this.translate(item) ?? item)))
      .join("");
  }

  /** Translate a title that is used as a sentence: its full stop is added after translation. */
  private translateTitle(text: string): string | null {
    const title = text.endsWith(".") ? this.translations[text.slice(0, -1)] : undefined;
    return title === undefined ? null : title + this.punctuation.full_stop;
  }

  /** Translate a text sentence by sentence; null if one of them has no translation. */
  private translateEachSentence(text: string): string | null {
    const sentences = text.split(SENTENCE_BOUNDARY);
    if (sentences.length < 2) return null;
    const translated = sentences.map((sentence) => this.translate(sentence));
    return translated.includes(null) ? null : translated.join(this.punctuation.sentence_separator);
  }
}

function patternRegex(sentence: string): RegExp {
  const parts = sentence.split(/(\{#?\})/).map((part) => (part === "{}" ? "(.+?)" : part === "{#}" ? "([\\d$.,]+)" : escapeRegex(part)));
  return new RegExp(`^${parts.join("")}$`);
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
