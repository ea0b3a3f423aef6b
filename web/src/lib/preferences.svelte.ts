export type Theme = "night" | "bright" | "contrast";
export type Language = "en" | "es" | "zh" | "vi";

type StoredPreferences = { theme: Theme; language: Language; sounds: boolean; fourColours: boolean };

const STORAGE_KEY = "croupier-choices";
const DEFAULTS: StoredPreferences = { theme: "night", language: browserLanguage(), sounds: false, fourColours: false };

function browserLanguage(): Language {
  const language = navigator.language.slice(0, 2);
  return language === "es" || language === "zh" || language === "vi" ? language : "en";
}

function readStored(): StoredPreferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredPreferences>) };
  } catch {
    return DEFAULTS;
  }
}

/** Display preferences of this browser (theme, language, sounds, four-colour deck), stored in localStorage. */
class Preferences {
  private stored = $state<StoredPreferences>(readStored());

  constructor() {
    this.applyToDocument();
    // Follow changes made in another window of this browser.
    globalThis.addEventListener?.("storage", (event: StorageEvent) => {
      if (event.key !== STORAGE_KEY) return;
      this.stored = readStored();
      this.applyToDocument();
    });
  }

  get theme(): Theme {
    return this.stored.theme;
  }

  get language(): Language {
    return this.stored.language;
  }

  get sounds(): boolean {
    return this.stored.sounds;
  }

  get fourColours(): boolean {
    return this.stored.fourColours;
  }

  update(changes: Partial<StoredPreferences>): void {
    this.stored = { ...this.stored, ...changes };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(this.stored));
    this.applyToDocument();
  }

  private applyToDocument(): void {
    document.documentElement.dataset["theme"] = this.stored.theme;
    document.documentElement.lang = this.stored.language === "zh" ? "zh-Hans" : this.stored.language;
  }
}

export const preferences = new Preferences();
