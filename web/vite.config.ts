import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The pages travel with the Python package and are served by its own server: nothing is loaded from elsewhere.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/croupier/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  // The first test that asks for a whole screen waits until its parts are compiled.
  test: { include: ["src/**/*.test.ts"], setupFiles: ["./src/testing/browser-globals.ts"], css: true, testTimeout: 20_000 },
  // The translations of rulebooks lie with the rulebooks.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
