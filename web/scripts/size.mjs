// Tells how many bytes a page has, gzipped: its document, and what it loads before anything is clicked.
// Usage: node scripts/size.mjs PAGE [MOST]; it fails where the page has more bytes than MOST.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const [page, most = Infinity] = process.argv.slice(2);
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("manifest.json", dist), "utf8"));
const files = new Set([page]);
const visit = (name) => {
  const { file, imports = [], css = [], assets = [] } = manifest[name];
  if (files.has(file)) return;
  for (const one of [file, ...css, ...assets]) files.add(one);
  imports.forEach(visit);
};
visit(page);
const texts = await Promise.all([...files].map((file) => readFile(new URL(file, dist))));
const size = gzipSync(Buffer.concat(texts), { level: 9 }).length;
console.log(`${page} has ${size} bytes gzipped`);
if (size > Number(most)) process.exit(1);
