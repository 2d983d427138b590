// The games that robots play: those of the page, and with EXAMPLES the fixtures of the language's tests, which are no part of it.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { pack } from "../scripts/folder.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const shipped = JSON.parse(await readFile(here("../dist/games/index.json"), "utf8"));
const fixtures = process.env.EXAMPLES ? await readFixtures(here("../../tests/data/accepted")) : new Map();

/** All games by name and title. */
export const index = [...shipped, ...[...fixtures.values()].map(({ name, title }) => ({ name, title, example: true }))];

async function readFixtures(folder) {
  const found = new Map();
  for (const name of (await readdir(folder)).sort()) {
    const game = await pack(folder, name).catch(() => null);
    if (game && !shipped.some((one) => one.name === name)) found.set(name, game);
  }
  return found;
}

/** The name and files of a game, as an interpreter opens them. */
export async function gameText(game) {
  const { name, files } = fixtures.get(game) ?? JSON.parse(await readFile(here(`../dist/games/${game}.json`), "utf8"));
  return { name, files };
}

/** The text of a path of the page's server: the list with the fixtures in it, or one of them; undefined of the page's own games. */
export function fixtureAt(path) {
  if (fixtures.size === 0) return undefined;
  if (path === "/games/index.json") return JSON.stringify(index);
  const game = fixtures.get(/^\/games\/(\w+)\.json$/.exec(path)?.[1]);
  return game && JSON.stringify(game);
}
