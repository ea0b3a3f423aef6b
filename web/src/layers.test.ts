import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./**/testing/**"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The layers of web/src. A file may import from its own layer and from those before it; all may import the generated `wire*.ts`. */
const LAYERS = ["lib", "ui", "records", "table", "games", "screens", "pages"];

const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g;

/** Return the position of a path's layer; that of the files beside the folders (`main.ts`, `App.svelte`) is after all others. */
function layerOf(path: string): number {
  if (path.startsWith("wire")) return -1;
  const layer = LAYERS.indexOf(path.split("/")[0] ?? "");
  return layer === -1 ? LAYERS.length : layer;
}

/** Return the folder that must not import its neighbours, or null: a screen with its subfolders, or the folder of a game. */
function unitOf(path: string): string | null {
  const [layer = "", unit = "", ...rest] = path.split("/");
  if (layer === "games" && rest.length > 0) return path.slice(0, path.lastIndexOf("/"));
  return layer === "screens" && rest.length > 0 ? `screens/${unit}` : null;
}

/**
 * Return whether one file must not import the other. Every screen may use `shell`, the frame that all screens have, and a game may use the
 * folder `shared` beside its own.
 */
function isForbidden(from: string, to: string): boolean {
  if (layerOf(to) > layerOf(from)) return true;
  const [user, used] = [unitOf(from), unitOf(to)];
  if (layerOf(from) !== layerOf(to) || user === null || used === null || user === used) return false;
  return used !== "screens/shell" && used !== `${user.slice(0, user.lastIndexOf("/"))}/shared`;
}

/** Return the forbidden imports of the files, "from imports to". */
function forbiddenImports(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, source]) =>
    [...source.matchAll(IMPORT)]
      .map((match) => new URL(match[1] ?? "", `file:///web/src/${path}`).pathname)
      .filter((target) => target.startsWith("/web/src/") && !target.startsWith("/web/src/styles/"))
      .map((target) => target.slice("/web/src/".length))
      .filter((target) => isForbidden(path, target))
      .map((target) => `${path} imports ${target}`),
  );
}

it("finds imports of a later layer, and of another screen or game", () => {
  const files = {
    "lib/one.ts": 'import type { Card } from "../ui/cards/card";\nimport { Wire } from "../wire";',
    "table/two.svelte":
      '<script lang="ts">\n  const game = () => import("../games/one/game");\n  import { one } from "../lib/one";\n</script>',
    "games/one/three.ts": 'import "../two/words";\nexport * from "./four";\nimport "../shared";',
    "games/cards/high/five.ts": 'import "../shared/hands";\nimport "../low/words";',
    "games/cards/shared/six.ts": 'import "../low/words";',
    "screens/pit/Tile.svelte": 'import { t } from "../shell/words";\nimport Board from "../board/Board.svelte";',
    "App.svelte": 'import Pit from "./pages/Pit.svelte";',
  };
  expect(forbiddenImports(files)).toEqual([
    "lib/one.ts imports ui/cards/card",
    "table/two.svelte imports games/one/game",
    "games/one/three.ts imports games/two/words",
    "games/cards/high/five.ts imports games/cards/low/words",
    "games/cards/shared/six.ts imports games/cards/low/words",
    "screens/pit/Tile.svelte imports screens/board/Board.svelte",
  ]);
});

it("no file imports a later layer, and no screen or game another one", () => {
  const files = Object.fromEntries(Object.entries(sources).map(([path, source]) => [path.slice(2), source]));
  expect(Object.keys(files).length).toBeGreaterThan(500);
  expect(forbiddenImports(files)).toEqual([]);
});
