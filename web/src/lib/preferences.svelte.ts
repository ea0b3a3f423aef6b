import { isLanguage, languageForTag, LANGUAGES, type Language } from "./languages";

export type Theme = "night" | "bright" | "contrast";

type StoredPreferences = { theme: Theme; language: Language; sounds: boolean; fourColours: boolean };

const STORAGE_KEY = "croupier-choices";
const DEFAULTS: StoredPreferences = { theme: "night", language: languageForTag(navigator.language), sounds: false, fourColours: false };

function readStored(): StoredPreferences {
  try {
    const stored = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredPreferences>) };
    return { ...stored, language: isLanguage(stored.language) ? stored.language : DEFAULTS.language };
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

  /** BCP 47 tag of the language, for `lang` attributes and `Intl`. */
  get locale(): string {
    return LANGUAGES[this.stored.language].locale;
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
    document.documentElement.lang = this.locale;
  }
}

export const preferences = new Preferences();
