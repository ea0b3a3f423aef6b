/** As much of a browser as the sentences and figures of a screen need: a language, and a drawer that keeps nothing. */
const kept = new Map<string, string>();
const drawer = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };

Object.defineProperty(globalThis, "localStorage", { value: drawer, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { language: "en-US" }, configurable: true });
Object.defineProperty(globalThis, "document", { value: { documentElement: { dataset: {}, lang: "en" } }, configurable: true });
Object.defineProperty(globalThis, "matchMedia", { value: () => ({ matches: false, addEventListener: () => undefined }), configurable: true });
