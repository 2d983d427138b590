// Makes src/engine/types.ts of schema/table.schema.json; with --check it only tells whether the file is current.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await readFile(new URL("../schema/table.schema.json", import.meta.url), "utf8"));
// A reference with words of its own would become a second type.
const plain = (node) => {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  if (node.$ref) return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plain(value)]));
};
const target = new URL("../src/engine/types.ts", import.meta.url);
const bannerComment = "// Made of schema/table.schema.json by `npm run types`. Do not edit.";
const text = await compile(plain(schema), "TableMessages", { bannerComment, additionalProperties: false, format: true });

if (process.argv.includes("--check")) {
  const current = await readFile(target, "utf8").catch(() => "");
  if (current !== text) {
    console.error("src/engine/types.ts is old: run `npm run types` in web/");
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
