/**
 * Chunks of the build: few and large, because on a phone each file costs a round trip. A chunk has what one route needs and the others do
 * not: the first page, the lobby, the player's terminal, one game at the terminal. Everything else is split by the bundler.
 */
import type { Plugin } from "vite";

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };

const LANGUAGE_WORDS = /\/src\/(.*\/)?words\.(es|vi|zh|zh-Hant)\.ts$/;
const GAME_TABLE = /\/src\/games\/(.+)\/Table\.svelte$/;
const GAME_TILE = /\/src\/games\/.+\/Picture\.svelte$/;
/** A module of so many games or more is loaded with the terminal. */
const COMMON_TO_GAMES = 6;
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
    if (this.first.has(id)) return "first";
    const roots = this.routes.filter((route) => route.modules.has(id)).map((route) => route.root);
    const isOnlyIn = (page: string): boolean => roots.every((root) => root.endsWith(PAGE(page)));
    if (roots.some((root) => root.endsWith(PAGE("Lobby")))) return isOnlyIn("Lobby") ? "lobby" : "first";
    // A lobby that shows several games loads only what their tiles need.
    if (roots.some((root) => GAME_TILE.test(root))) return null;
    const games = roots.filter((root) => GAME_TABLE.test(root));
    const isAtTerminal = roots.some((root) => root.endsWith(PAGE("Terminal"))) || games.length >= COMMON_TO_GAMES;
    const others = roots.filter((root) => !root.endsWith(PAGE("Terminal")) && !GAME_TABLE.test(root));
    if (isAtTerminal && !id.includes("/src/games/")) return others.length === 0 ? "terminal" : "table";
    if (games.length === 1 && others.length === 0) return `game-${GAME_TABLE.exec(games[0] ?? "")?.[1]?.replaceAll("/", "-") ?? ""}`;
    return null;
  }
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
  facadeModuleId?: string | null;
  imports?: string[];
  moduleIds?: string[];
  viteMetadata?: { importedCss: Set<string> };
};

/** Return the files that a page loads at once: its chunk, the chunks that it imports, and their style sheets. */
function filesOfPage(page: string, chunks: readonly OutputChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const own = chunks.filter((chunk) => chunk.moduleIds?.some((id) => id.endsWith(PAGE(page))));
  const found = new Set(own.map((chunk) => chunk.fileName));
  for (const name of found) for (const imported of byName.get(name)?.imports ?? []) found.add(imported);
  return [...found].flatMap((name) => [name, ...(byName.get(name)?.viteMetadata?.importedCss ?? [])]);
}

const PRELOADED_PAGES: Readonly<Record<string, string>> = { "": "Lobby", table: "Terminal" };

/**
 * Writes the files of the lobby and of the terminal into the script of index.html, which preloads those of the requested page. The server
 * does not see the page, because it stands after the "#".
 */
export function preloadPages(): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk") as unknown as OutputChunk[];
        const first = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1]));
        const files = Object.entries(PRELOADED_PAGES).map(([route, page]) => [
          route,
          filesOfPage(page, chunks).filter((file) => !first.has(file)),
        ]);
        return html.replace("/* PAGE_FILES */ {}", JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}
