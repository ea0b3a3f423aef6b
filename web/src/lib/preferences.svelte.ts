import { isLanguage, languageForTag, LANGUAGES, type Language } from "./languages";

export type Theme = "night" | "bright" | "contrast";

/** What a sound belongs to: each kind has its own switch. */
export const SOUND_KINDS = ["cards", "chips", "clock", "wins"] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

/** `volume`: loudness of all sounds, 0 to 100. `mutedSounds`: kinds that are off. `haptics`: short vibrations, where the device has them. */
type StoredPreferences = {
  theme: Theme;
  language: Language;
  sounds: boolean;
  volume: number;
  mutedSounds: readonly SoundKind[];
  haptics: boolean;
  fourColours: boolean;
};

const STORAGE_KEY = "croupier-choices";
const DEFAULTS: StoredPreferences = {
  theme: "night",
  language: languageForTag(navigator.language),
  sounds: false,
  volume: 60,
  mutedSounds: [],
  haptics: true,
  fourColours: false,
};

function readStored(): StoredPreferences {
  try {
    const stored = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredPreferences>) };
    return { ...stored, language: isLanguage(stored.language) ? stored.language : DEFAULTS.language };
  } catch {
    return DEFAULTS;
  }
}

/** Display preferences of this browser (theme, language, sounds, vibrations, four-colour deck), stored in localStorage. */
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

  get volume(): number {
    return this.stored.volume;
  }

  get haptics(): boolean {
    return this.stored.haptics;
  }

  hasSound(kind: SoundKind): boolean {
    return this.stored.sounds && !this.stored.mutedSounds.includes(kind);
  }

  setSound(kind: SoundKind, isOn: boolean): void {
    this.update({ mutedSounds: [...this.stored.mutedSounds.filter((muted) => muted !== kind), ...(isOn ? [] : [kind])] });
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
