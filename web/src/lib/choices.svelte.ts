/** What a reader has chosen for this screen: theme, language, sounds. Kept in the browser. */
export type Theme = "night" | "bright" | "contrast";
export type Language = "en" | "es" | "zh" | "vi";

type Kept = { theme: Theme; language: Language; sounds: boolean; fourColours: boolean };

const KEY = "croupier-choices";
const FIRST: Kept = { theme: "night", language: browserLanguage(), sounds: false, fourColours: false };

function browserLanguage(): Language {
  const spoken = navigator.language.slice(0, 2);
  return spoken === "es" || spoken === "zh" || spoken === "vi" ? spoken : "en";
}

function read(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return FIRST;
  }
}

class Choices {
  private kept = $state<Kept>(read());

  constructor() {
    this.show();
    // Chosen in another window of the same screen: this one follows.
    globalThis.addEventListener?.("storage", (event: StorageEvent) => {
      if (event.key !== KEY) return;
      this.kept = read();
      this.show();
    });
  }

  get theme(): Theme {
    return this.kept.theme;
  }

  get language(): Language {
    return this.kept.language;
  }

  get sounds(): boolean {
    return this.kept.sounds;
  }

  get fourColours(): boolean {
    return this.kept.fourColours;
  }

  choose(changed: Partial<Kept>): void {
    this.kept = { ...this.kept, ...changed };
    localStorage.setItem(KEY, JSON.stringify(this.kept));
    this.show();
  }

  private show(): void {
    document.documentElement.dataset["theme"] = this.kept.theme;
    document.documentElement.lang = this.kept.language === "zh" ? "zh-Hans" : this.kept.language;
  }
}

export const choices = new Choices();
