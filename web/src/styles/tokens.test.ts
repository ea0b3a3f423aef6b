import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.svelte", "./base.css"], { eager: true, query: "?raw", import: "default" });
const tokens = Object.values(import.meta.glob<string>("./tokens.css", { eager: true, query: "?raw", import: "default" })).join("\n");

type Declaration = { path: string; property: string; value: string };
const styleOf = (path: string, source: string): string =>
  path.endsWith(".css") ? source : (/<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? "");
const declarations: Declaration[] = Object.entries(sources).flatMap(([path, source]) =>
  [...styleOf(path, source).matchAll(/^\s+([a-z-]+):\s*([^;{}]+);/gm)].map((match) => ({
    path,
    property: match[1] ?? "",
    value: match[2] ?? "",
  })),
);
const TOKEN_PROPERTIES = /^(font-size|(row-|column-)?gap|padding.*|margin.*|border-radius|transition.*|animation.*)$/;
const RAW_LENGTH = /(?<![\w-])\d*\.?\d+(rem|px|ms|s)\b/;
/** A size relative to its container may have raw bounds. */
const CONTAINER_SIZE = /\dcq(i|b|min|max|w|h)\b|var\(--ring\) \*/;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;

it("reads the styles", () => expect(declarations.length).toBeGreaterThan(500));

it("font sizes, spaces, corner radii and durations are tokens", () => {
  const raw = declarations.filter(
    (declaration) =>
      TOKEN_PROPERTIES.test(declaration.property) &&
      RAW_LENGTH.test(declaration.value) &&
      !CONTAINER_SIZE.test(declaration.value) &&
      !(declaration.path.endsWith("base.css") && declaration.value === "-1px"),
  );
  expect(raw).toEqual([]);
});

it("colours are tokens", () => expect(declarations.filter((declaration) => COLOUR.test(declaration.value))).toEqual([]));

it("every token that is used is defined", () => {
  const declared = new Set(Object.values(sources).flatMap((source) => [...source.matchAll(/(--[\w-]+)\s*[:=]/g)].map((match) => match[1])));
  const used = declarations.flatMap((declaration) =>
    [...declaration.value.matchAll(/var\((--[\w-]+)\)/g)].map((match) => ({ path: declaration.path, name: match[1] ?? "" })),
  );
  expect(used.filter(({ name }) => !declared.has(name) && !tokens.includes(`${name}:`))).toEqual([]);
});
