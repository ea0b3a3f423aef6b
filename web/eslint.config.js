import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Written by `python -m croupier.views.typescript` and `npm run wire`.
  { ignores: ["src/wire.ts", "src/wire.http.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      // The compiler finds these, and knows the types too.
      "no-undef": "off",
      // `const { left_out: _, ...rest } = all` is how a key is left out.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // Maps and sets here are local to a function or indexes that no page reads; what a page reads is replaced as a whole.
      "svelte/prefer-svelte-reactivity": "off",
      // Keys of the server have underscores, names of the pages have none: so this finds a type of the wire that is written by hand.
      "no-restricted-syntax": [
        "error",
        {
          selector: "TSPropertySignature[key.name=/[a-z]_[a-z]/]",
          message: "Types of what the server sends are generated: use those of wire.ts or wire.http.ts, with Pick or Omit.",
        },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    // Rules that need types read no components: with them the run takes 88 s of processor time instead of 38 s, and reports `any`
    // in 258 places, because ESLint does not know the props of imported components. svelte-check does.
    files: ["**/*.ts"],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      // Facts of a round and columns of a report are JSON values of type `unknown`, and their text is what is shown.
      "@typescript-eslint/no-base-to-string": "off",
    },
  },
);
