/** English sentences, each with what it is in one other language; `{}` stands for a part that is told by itself, `{#}` for a figure, `{1}` for the first of them. */
export type Said = Readonly<Record<string, string>>;
type Pattern = { matches: RegExp; says: string };

const GAP = /\{#?\}/;
const LISTED = /(, | or | and )/;
const END = /(?<=[.!?]) (?=[A-Z0-9“(])/;

/** The sentences of rulebooks in one language. */
export class Sentences {
  private readonly patterns: readonly Pattern[];
  private readonly known = new Map<string, string | null>();

  /** `between`: what stands between two sentences. */
  constructor(private readonly said: Said, private readonly between = " ") {
    const written = Object.entries(said).filter(([sentence]) => GAP.test(sentence));
    // What has more words of its own is the better match.
    written.sort(([one], [other]) => other.length - one.length);
    this.patterns = written.map(([sentence, says]) => ({ matches: matcher(sentence), says }));
  }

  /** Null where nobody has put it into this language. */
  told(sentence: string): string | null {
    const kept = this.known.get(sentence);
    if (kept !== undefined) return kept;
    const found = this.said[sentence] ?? this.titled(sentence) ?? this.byPattern(sentence) ?? this.oneByOne(sentence);
    this.known.set(sentence, found);
    return found;
  }

  private byPattern(sentence: string): string | null {
    for (const { matches, says } of this.patterns) {
      const parts = matches.exec(sentence);
      if (parts !== null) return says.replace(/\{(\d)\}/g, (_, nth: string) => this.part(parts[Number(nth)] ?? ""));
    }
    return null;
  }

  /** A name, a figure, or several of them. */
  private part(text: string): string {
    const whole = this.told(text);
    if (whole !== null || !LISTED.test(text)) return whole ?? text;
    return text.split(LISTED).map((one) => (one === ", " ? one : (this.told(one) ?? one))).join("");
  }

  /** A title that stands as a sentence. */
  private titled(text: string): string | null {
    const title = text.endsWith(".") ? this.said[text.slice(0, -1)] : undefined;
    return title === undefined ? null : `${title}${this.between === "" ? "。" : "."}`;
  }

  /** A text of several sentences, when each of them is told. */
  private oneByOne(text: string): string | null {
    const sentences = text.split(END);
    if (sentences.length < 2) return null;
    const told = sentences.map((one) => this.told(one));
    return told.includes(null) ? null : told.join(this.between);
  }
}

function matcher(sentence: string): RegExp {
  const parts = sentence.split(/(\{#?\})/).map((part) => (part === "{}" ? "(.+?)" : part === "{#}" ? "([\\d$.,]+)" : escaped(part)));
  return new RegExp(`^${parts.join("")}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
