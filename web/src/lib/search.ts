/** Return the text without case, accents and apostrophes, so that "lions" finds "Lion’s". */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’‘ʼ`´]/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .trim();
}

/** Return the text as `normalizeForSearch` does, without spaces and hyphens: "Twenty-One" is "twentyone". */
const withoutSpaces = (text: string): string => normalizeForSearch(text).replaceAll(/[\s\-‐‑–]/g, "");

/**
 * Return whether each word of the search occurs in one of the names, or the whole search, written without spaces, in one of them: "twenty one"
 * finds "Twenty-One". A number must match a whole word.
 */
export function matchesSearch(search: string, names: readonly string[]): boolean {
  const joined = withoutSpaces(search);
  if (!/^\d*$/.test(joined) && names.some((name) => withoutSpaces(name).includes(joined))) return true;
  const normalized = names.map(normalizeForSearch);
  const text = normalized.flatMap((name) => [name, name.replaceAll(/[-‐‑–]/g, "")]).join(" ");
  const wholeWords = new Set([...normalized, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return normalizeForSearch(search)
    .split(/\s+/)
    .every((word) => (/^\d+$/.test(word) ? wholeWords.has(word) : text.includes(word)));
}
