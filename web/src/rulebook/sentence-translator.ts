/** English sentences, each with what it is in one other language; `{}` stands for a part that is told by itself, `{#}` for a figure, `{1}` for the first of them. */
export type SentenceTranslations = Readonly<Record<string, string>>;
type Pattern = { regex: RegExp; template: string };

const PLACEHOLDER = /\{#?\}/;
const LIST_SEPARATOR = /(, | or | and )/;
const SENTENCE_BOUNDARY = /(?<=[.!?]) (?=[A-Z0-9“(])/;

/** The sentences of rulebooks in one language. */
export class SentenceTranslator {
  private readonly patterns: readonly Pattern[];
  private readonly cache = new Map<string, string | null>();

  /** `between`: what stands between two sentences. */
  constructor(private readonly translations: SentenceTranslations, private readonly separator = " ") {
    const written = Object.entries(translations).filter(([sentence]) => PLACEHOLDER.test(sentence));
    // What has more words of its own is the better match.
    written.sort(([one], [other]) => other.length - one.length);
    this.patterns = written.map(([sentence, says]) => ({ regex: patternRegex(sentence), template: says }));
  }

  /** Null where nobody has put it into this language. */
  translate(sentence: string): string | null {
    const kept = this.cache.get(sentence);
    if (kept !== undefined) return kept;
    const found = this.translations[sentence] ?? this.translateTitle(sentence) ?? this.translateByPattern(sentence) ?? this.translateEachSentence(sentence);
    this.cache.set(sentence, found);
    return found;
  }

  private translateByPattern(sentence: string): string | null {
    for (const { regex, template } of this.patterns) {
      const parts = regex.exec(sentence);
      if (parts !== null) return template.replace(/\{(\d)\}/g, (_, nth: string) => this.translatePart(parts[Number(nth)] ?? ""));
    }
    return null;
  }

  /** A name, a figure, or several of them. */
  private translatePart(text: string): string {
    const whole = this.translate(text);
    if (whole !== null || !LIST_SEPARATOR.test(text)) return whole ?? text;
    return text.split(LIST_SEPARATOR).map((one) => (one === ", " ? one : (this.translate(one) ?? one))).join("");
  }

  /** A title that stands as a sentence. */
  private translateTitle(text: string): string | null {
    const title = text.endsWith(".") ? this.translations[text.slice(0, -1)] : undefined;
    return title === undefined ? null : `${title}${this.separator === "" ? "。" : "."}`;
  }

  /** A text of several sentences, when each of them is told. */
  private translateEachSentence(text: string): string | null {
    const sentences = text.split(SENTENCE_BOUNDARY);
    if (sentences.length < 2) return null;
    const told = sentences.map((one) => this.translate(one));
    return told.includes(null) ? null : told.join(this.separator);
  }
}

function patternRegex(sentence: string): RegExp {
  const parts = sentence.split(/(\{#?\})/).map((part) => (part === "{}" ? "(.+?)" : part === "{#}" ? "([\\d$.,]+)" : escapeRegex(part)));
  return new RegExp(`^${parts.join("")}$`);
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
