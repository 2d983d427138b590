// Packs the games that the page without a server plays into public/games/: a file for each, and index.json.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = fileURLToPath(new URL("../public/games", import.meta.url));

/** Reads a game's folder; its rulings are no part of the game. */
async function pack(folder, name) {
  const entries = await readdir(join(folder, name), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && /\.(yaml|rules)$/.test(entry.name)).map((entry) => entry.name);
  if (!names.includes("game.yaml")) return null;
  const files = [];
  const icons = await readdir(join(folder, name, "icons")).catch(() => []);
  names.push(...icons.filter((icon) => icon.endsWith(".svg")).map((icon) => `icons/${icon}`));
  for (const file of names.sort()) files.push([file, await readFile(join(folder, name, file), "utf8")]);
  const title = /^title:\s*(.*)$/m.exec(files.find(([file]) => file === "game.yaml")[1])?.[1].trim() ?? name;
  return { name, title: title.replace(/^["']|["']$/g, ""), files };
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const index = [];
for (const [folder, example] of [["games", false], ["examples", true]]) {
  for (const name of (await readdir(join(root, folder))).sort()) {
    const game = await pack(join(root, folder), name).catch(() => null);
    if (!game) continue;
    await writeFile(join(target, `${name}.json`), JSON.stringify(game));
    index.push({ name, title: game.title, example });
  }
}
await writeFile(join(target, "index.json"), JSON.stringify(index));
