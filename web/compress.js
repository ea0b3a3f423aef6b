/** Writes beside each built script and style sheet a copy compressed with brotli, which the server sends to browsers that accept it. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const folder = new URL("../src/croupier/server/web/assets/", import.meta.url);
for (const name of readdirSync(folder).filter((file) => /\.(?:js|css|svg)$/.test(file)))
  writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(readFileSync(new URL(name, folder))));
