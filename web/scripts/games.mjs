// Packs the games that the page without a server plays into public/games/: a file for each, and index.json.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { pack } from "./folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = fileURLToPath(new URL("../public/games", import.meta.url));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const index = [];
for (const [folder, example] of [["games", false], ["examples", true]]) {
  for (const name of (await readdir(join(root, folder))).sort()) {
    const game = await pack(join(root, folder), name).catch(() => null);
    if (!game) continue;
    const { title, titles, files } = game;
    await writeFile(join(target, `${name}.json`), JSON.stringify({ name, title, files }));
    index.push({ name, title, titles, example });
  }
}
await writeFile(join(target, "index.json"), JSON.stringify(index));
