import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./**/testing/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Folders that still import each other. The list may only get shorter. */
const MUTUAL_IMPORTS = ["betting, terminal", "board, games", "dealer, games", "games, lobby", "games, terminal", "table-stakes, terminal"];

const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g;

/** Return the folder of web/src that a path lies in; the name without its endings for a file beside the folders. */
const folderOf = (path: string): string => path.split("/")[0]?.split(".")[0] ?? "";

/** Return the folders that a file imports, itself left out. */
function importedFolders(path: string, source: string): string[] {
  const targets = [...source.matchAll(IMPORT)].map((match) => new URL(match[1] ?? "", `file:///${path}`).pathname.slice(1));
  return targets.map(folderOf).filter((folder) => folder !== folderOf(path));
}

/** Return the pairs of folders that import each other, sorted. */
function mutualImports(files: Readonly<Record<string, string>>): string[] {
  const imports = new Set(
    Object.entries(files).flatMap(([path, source]) => importedFolders(path, source).map((folder) => `${folderOf(path)}, ${folder}`)),
  );
  return [...imports]
    .filter((pair) => {
      const [from = "", to = ""] = pair.split(", ");
      return from < to && imports.has(`${to}, ${from}`);
    })
    .sort();
}

it("finds every kind of import", () => {
  const files = {
    "a/one.ts": 'import type { X } from "../b/two";\nexport * from "../c/three";',
    "b/two.svelte": '<script lang="ts">\n  const one = () => import("../a/one");\n</script>',
    "c/deep/three.ts": 'import "../../a/one";\nimport "./four";',
  };
  expect(mutualImports(files)).toEqual(["a, b", "a, c"]);
});

it("no folders import each other, except the listed ones", () => {
  const files = Object.fromEntries(Object.entries(sources).map(([path, source]) => [path.slice(2), source]));
  expect(Object.keys(files).length).toBeGreaterThan(500);
  expect(mutualImports(files)).toEqual(MUTUAL_IMPORTS);
});
