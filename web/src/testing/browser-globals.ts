/** Minimal browser globals for unit tests: localStorage in memory, navigator, document, matchMedia. */
const stored = new Map<string, string>();
const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) };

Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { language: "en-US" }, configurable: true });
Object.defineProperty(globalThis, "document", { value: { documentElement: { dataset: {}, lang: "en" } }, configurable: true });
Object.defineProperty(globalThis, "matchMedia", {
  value: () => ({ matches: false, addEventListener: () => undefined }),
  configurable: true,
});
