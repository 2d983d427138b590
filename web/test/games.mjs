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

/** Lets a page find the fixtures beside its own games. */
export async function routeFixtures(page) {
  if (fixtures.size === 0) return;
  await page.route("**/games/index.json", (route) => route.fulfill({ json: index }));
  await page.route("**/games/*.json", (route) => {
    const game = fixtures.get(new URL(route.request().url()).pathname.split("/").at(-1).replace(".json", ""));
    return game ? route.fulfill({ json: game }) : route.fallback();
  });
}
