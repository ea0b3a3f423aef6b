/**
 * Chunks of the build: few and large, because on a phone each file costs a round trip. A chunk has what one route needs and the others do
 * not: the first page, the lobby, the player's terminal, one game at the terminal. Everything else is split by the bundler.
 */
import type { Plugin } from "vite";

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };

const LANGUAGE_WORDS = /\/src\/(.*\/)?words\.(?!en\.)([\w-]+)\.ts$/;
const GAME_TABLE = /\/src\/games\/(.+)\/Table\.svelte$/;
const GAME_TILE = /\/src\/games\/(.+)\/Picture\.svelte$/;
/** A module of so many games or more is loaded with the terminal. */
const COMMON_TO_GAMES = 6;
/** Folders whose modules several games share, but not most of them; each is a chunk. */
const SHARED_FOLDER = /\/src\/(?:table|ui)\/([\w-]+)\/[^/]+$|\/src\/(records)\//;
const BESIDE_GAMES = /\/src\/games\/[^/]+$/;
const BUNDLER_RUNTIME = /^\0rolldown\/runtime/;
const PAGE = (name: string): string => `/src/pages/${name}.svelte`;

/** Return the modules that a module imports, directly or through others; dynamic imports are left out. */
function staticImports(root: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>([root]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Return the modules that are loaded with a dynamic import, from any module that the page can reach. */
function dynamicRoots(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set<string>([entry]);
  const roots = new Set<string>();
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) seen.add(imported);
    for (const imported of info?.dynamicallyImportedIds ?? []) {
      seen.add(imported);
      roots.add(imported);
    }
  }
  return roots;
}

/** Decides the chunk of each module from the routes that load it. */
class ChunkPlan {
  private readonly first: Set<string>;
  private readonly routes: { root: string; modules: Set<string> }[];

  constructor(graph: ModuleGraph, entry: string) {
    this.first = staticImports(entry, graph);
    this.routes = [...dynamicRoots(entry, graph)].map((root) => ({ root, modules: staticImports(root, graph) }));
  }

  /** Return the name of a module's chunk; null leaves it to the bundler. */
  chunkOf(id: string): string | null {
    const words = LANGUAGE_WORDS.exec(id);
    if (words !== null) return wordsChunk(words[1] ?? "", words[2] ?? "");
    if (this.first.has(id) || BUNDLER_RUNTIME.test(id)) return "first";
    const roots = this.routes.filter((route) => route.modules.has(id)).map((route) => route.root);
    const isOnlyIn = (page: string): boolean => roots.every((root) => root.endsWith(PAGE(page)));
    if (roots.some((root) => root.endsWith(PAGE("Lobby")))) return isOnlyIn("Lobby") ? "lobby" : "first";
    const games = roots.flatMap((root) => GAME_TABLE.exec(root)?.[1] ?? []);
    // A lobby that shows several games loads only what their tiles need.
    const tiles = roots.flatMap((root) => GAME_TILE.exec(root)?.[1] ?? []);
    const tile = tiles.length > 0 ? "-tile" : "";
    const isAtTerminal = roots.some((root) => root.endsWith(PAGE("Terminal"))) || games.length >= COMMON_TO_GAMES;
    const others = roots.filter((root) => !root.endsWith(PAGE("Terminal")) && !GAME_TABLE.test(root));
    if (tile === "" && isAtTerminal && !id.includes("/src/games/")) return others.length === 0 ? "terminal" : "table";
    const own = games.length > 0 ? games : tiles;
    const packages = new Set(own.map((game) => game.split("/")[0]));
    if (packages.size === 0) return null;
    if (BESIDE_GAMES.test(id)) return "table";
    if (packages.size > 1) return sharedChunk(id, tile);
    // Another screen of the game, its board or the dealer's, does not load the player's table.
    const part = others.length === 0 ? "" : tile || "-shared";
    return `game-${(own.length === 1 ? own : [...packages]).join().replaceAll("/", "-")}${part}`;
  }
}

/** Return the chunk of a module that several games share: with those of its folder, or with what every terminal loads. */
function sharedChunk(id: string, tile: string): string {
  const folder = SHARED_FOLDER.exec(id);
  const name = folder?.[1] ?? folder?.[2] ?? "cards";
  // Small, and on the way to the first bet: a game's files are asked for only when the server has said which game it is.
  if (tile === "" && (name === "cards" || name === "betting")) return "table";
  if (name === "cards") return name;
  return `games-${name}${tile}`;
}

/** Return the chunk of translated words: those of the first page together, and those of the terminal together. */
function wordsChunk(folder: string, language: string): string | null {
  if (folder === "lib/" || folder === "screens/shell/" || folder === "screens/lobby/") return `words-first.${language}`;
  if (folder.startsWith("table/") || folder.startsWith("screens/terminal/")) return `words-table.${language}`;
  return null;
}

/** Return the function that names the chunk of each module; the plan is made when all modules are known. */
export function chunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let plan: ChunkPlan | null = null;
  return (id, graph) => {
    plan ??= new ChunkPlan(graph, new URL("src/main.ts", import.meta.url).pathname);
    return plan.chunkOf(id);
  };
}

type OutputChunk = {
  type: string;
  fileName: string;
  imports?: string[];
  moduleIds?: string[];
  viteMetadata?: { importedCss: Set<string> };
};

/** Return the files that a module needs to run: its chunk, the chunks that it imports, and their style sheets. */
function filesOf(path: string, chunks: readonly OutputChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const own = chunks.filter((chunk) => chunk.moduleIds?.some((id) => id.endsWith(path)));
  if (own.length === 0) throw new Error(`No chunk has the module ${path}, which chunks.ts names.`);
  const found = new Set(own.map((chunk) => chunk.fileName));
  for (const name of found) for (const imported of byName.get(name)?.imports ?? []) found.add(imported);
  return [...found].flatMap((name) => [name, ...(byName.get(name)?.viteMetadata?.importedCss ?? [])]);
}

const PRELOADED_PAGES: Readonly<Record<string, string>> = { "": "Lobby", table: "Terminal" };
/** Folder of each family's player's table below `src/games`, by the family name that the server sends. */
export const GAME_FOLDERS: Readonly<Record<string, string>> = {
  baccarat: "baccarat",
  blackjack: "blackjack",
  generic: "generic",
  holdem: "holdem",
  "mah-jong-pai-gow": "pai_gow/mah_jong",
  "pai-gow-poker": "pai_gow/poker",
  "pai-gow-tiles": "pai_gow/tiles",
  "three-card": "dealer_poker",
  "thirteen-card": "thirteen_card",
  "ultimate-holdem": "dealer_poker",
  war: "war",
};

/**
 * Writes the files of the lobby, of the terminal and of each game into the script of index.html, which preloads those of the requested page,
 * and those of a table's game as soon as the server says which it is. The server does not see the page, because it stands after the "#".
 * A file is written once, and named by its place in the list.
 */
export function preloadPages(): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk") as unknown as OutputChunk[];
        const loaded = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1]));
        const names: string[] = [];
        const numbered = (path: string): number[] =>
          filesOf(path, chunks)
            .filter((file) => !loaded.has(file))
            .map((file) => (names.includes(file) ? names.indexOf(file) : names.push(file) - 1));
        const pages = Object.entries(PRELOADED_PAGES).map(([route, page]) => [route, numbered(PAGE(page))] as const);
        const ofTerminal = new Set(pages.flatMap(([, files]) => files));
        const games = Object.entries(GAME_FOLDERS).map(([family, folder]) => {
          const ofGame = numbered(`/src/games/${folder}/Table.svelte`).filter((file) => !ofTerminal.has(file));
          return [family, ofGame] as const;
        });
        const files = { names, pages: Object.fromEntries(pages), games: Object.fromEntries(games) };
        return html.replace("/* PAGE_FILES */ {}", JSON.stringify(files));
      },
    },
  };
}
