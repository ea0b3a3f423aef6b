import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunkNames, preloadPages } from "./chunks.ts";

// The build goes into the Python package, whose server serves it. The pages load nothing from other hosts.
export default defineConfig({
  plugins: [svelte(), preloadPages()],
  base: "./",
  build: {
    outDir: "../src/croupier/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    license: { fileName: "licenses.json" }, // Of the packages whose code the pages have; scripts/release.py lists them in the SBOM.
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames() }] } } },
  },
  // The first test that imports a whole screen waits for the compilation of its components.
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["./src/testing/browser-globals.ts", "./src/games/index.ts"],
    css: true,
    testTimeout: 20_000,
  },
  // The translations of the rulebooks lie outside web/, beside the rulebooks.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
