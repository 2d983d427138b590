// Packs the interpreter as the command holds it: dist/engine.wasm.gz.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const bytes = await readFile(new URL("engine.wasm", dist)).catch(() => null);
if (bytes) await writeFile(new URL("engine.wasm.gz", dist), gzipSync(bytes, { level: 9 }));
