/** Text as it is compared in a search: without case, accents or apostrophes, so that "lions" finds "Lion’s". */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’‘ʼ`´]/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .trim();
}

/** Every word of the search stands in one of the names, a number as a whole word; hyphens may be left out. */
export function matchesSearch(search: string, names: readonly string[]): boolean {
  const known = names.map(normalizeForSearch);
  const all = known.flatMap((name) => [name, name.replaceAll(/[-‐‑–]/g, "")]).join(" ");
  const whole = new Set([...known, ...all.split(/[^\p{L}\p{N}]+/u)]);
  return normalizeForSearch(search)
    .split(/\s+/)
    .every((word) => (/^\d+$/.test(word) ? whole.has(word) : all.includes(word)));
}
