// Reads a game's folder as the page plays it.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads a game's folder; its rulings are no part of the game. */
export async function pack(folder, name) {
  const entries = await readdir(join(folder, name), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && /\.(yaml|rules)$/.test(entry.name)).map((entry) => entry.name);
  if (!names.includes("game.yaml")) return null;
  const files = [];
  const icons = await readdir(join(folder, name, "icons")).catch(() => []);
  names.push(...icons.filter((icon) => icon.endsWith(".svg")).map((icon) => `icons/${icon}`));
  for (const file of names.sort()) files.push([file, await readFile(join(folder, name, file), "utf8")]);
  const title = titleOf(files.find(([file]) => file === "game.yaml")[1]) ?? name;
  const words = files.flatMap(([file, text]) => {
    const [locale, own] = [/^words\.(\w+)\.yaml$/.exec(file)?.[1], titleOf(text)];
    return locale && own ? [[locale, own]] : [];
  });
  return { name, title, titles: Object.fromEntries([["en", title], ...words]), files };
}

/** The title that a text of YAML gives. */
const titleOf = (text) => /^title:\s*(.*)$/m.exec(text)?.[1].trim().replace(/^["']|["']$/g, "");
