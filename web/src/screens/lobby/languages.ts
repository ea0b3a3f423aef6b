import { preferences } from "../../lib/preferences.svelte";

/** Return a language's name in the viewer's language, such as "Vietnamese". */
export function languageName(code: string): string {
  const names = new Intl.DisplayNames([preferences.locale], { type: "language", fallback: "code" });
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(preferences.locale) + name.slice(1);
}
