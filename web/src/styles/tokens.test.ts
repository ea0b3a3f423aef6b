import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.svelte", "./base.css"], { eager: true, query: "?raw", import: "default" });
const tokens = Object.values(import.meta.glob<string>("./tokens.css", { eager: true, query: "?raw", import: "default" })).join("\n");

type Rule = { path: string; property: string; value: string };
const styleOf = (path: string, source: string): string => (path.endsWith(".css") ? source : (/<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? ""));
const rules: Rule[] = Object.entries(sources).flatMap(([path, source]) =>
  [...styleOf(path, source).matchAll(/^\s+([a-z-]+):\s*([^;{}]+);/gm)].map((match) => ({ path, property: match[1] ?? "", value: match[2] ?? "" })),
);
const TOKENED = /^(font-size|(row-|column-)?gap|padding.*|margin.*|border-radius|transition.*|animation.*)$/;
const RAW = /(?<![\w-])\d*\.?\d+(rem|px|ms|s)\b/;
/** As large as the box it stands in allows: the bounds of such a size are its own. */
const BY_ITS_BOX = /\dcq(i|b|min|max|w|h)\b|var\(--ring\) \*/;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;

it("reads the styles", () => expect(rules.length).toBeGreaterThan(500));

it("type, space, corners and times are tokens", () => {
  const raw = rules.filter((rule) => TOKENED.test(rule.property) && RAW.test(rule.value) && !BY_ITS_BOX.test(rule.value) && !(rule.path.endsWith("base.css") && rule.value === "-1px"));
  expect(raw).toEqual([]);
});

it("colours are tokens", () => expect(rules.filter((rule) => COLOUR.test(rule.value))).toEqual([]));

it("every token that is used is there", () => {
  const own = new Set(Object.values(sources).flatMap((source) => [...source.matchAll(/(--[\w-]+)\s*[:=]/g)].map((match) => match[1])));
  const used = rules.flatMap((rule) => [...rule.value.matchAll(/var\((--[\w-]+)\)/g)].map((match) => ({ path: rule.path, name: match[1] ?? "" })));
  expect(used.filter(({ name }) => !own.has(name) && !tokens.includes(`${name}:`))).toEqual([]);
});
