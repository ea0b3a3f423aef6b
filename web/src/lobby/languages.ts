import { choices } from "../lib/choices.svelte";

/** "Vietnamese", in the reader's own language. */
export function languageName(code: string): string {
  const names = new Intl.DisplayNames([choices.language], { type: "language", fallback: "code" });
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(choices.language) + name.slice(1);
}
