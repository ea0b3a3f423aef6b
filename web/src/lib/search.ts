/** Return the text without case, accents and apostrophes, so that "lions" finds "Lion’s". */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’‘ʼ`´]/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .trim();
}

/** Return whether each word of the search occurs in one of the names. A number must match a whole word; hyphens are optional. */
export function matchesSearch(search: string, names: readonly string[]): boolean {
  const normalized = names.map(normalizeForSearch);
  const text = normalized.flatMap((name) => [name, name.replaceAll(/[-‐‑–]/g, "")]).join(" ");
  const wholeWords = new Set([...normalized, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return normalizeForSearch(search)
    .split(/\s+/)
    .every((word) => (/^\d+$/.test(word) ? wholeWords.has(word) : text.includes(word)));
}
