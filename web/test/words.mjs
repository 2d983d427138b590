// Japanese everywhere the page speaks, in Chromium: at a server and without one. Names of games, set-up, table, questions, options,
// log and reasons are read; what is left in Latin letters is a name of a seat, an id that a card shows, or a name that the game's
// own Japanese words write so. The language is changed in the middle of a game, and back. With SHORT each game is read one way.
// Usage: node test/words.mjs LUDEX [GAME...]
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { PATIENCE, until, within } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, play, startBrowser } from "./robot.mjs";
import { startServer } from "./server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [ludex, ...only] = process.argv.slice(2);
const GAMES = { noah: "ノア", jump_gate: "ジャンプゲート", sanctuary: "サンクチュアリ", ark_nova: "アーク・ノヴァ" };
const names = only.length > 0 ? only : Object.keys(GAMES);
/** Clicks of a robot before the page is read. */
const MOVES = 25;
const pictures = here("output");
await mkdir(pictures, { recursive: true });
const browser = await within(60, "Chromium starts", startBrowser());

const KANA = /[\u3040-\u30ff]/;
/** Words in Latin letters that no locale writes otherwise: seats, ids of spaces, names of the page itself, units. */
const LATIN = /^(P\d(\.\w+)?|i|[A-Z]{1,3}\d*|ludex|English|[a-h]\d+|[IVX]+|\w*\d+\w*)$/;

/** Words with a Latin letter in a text. */
const words = (text) => (text.match(/[A-Za-z0-9_][A-Za-z0-9_.'-]*/g) ?? []).map((word) => word.replace(/\.$/, "")).filter((word) => /[A-Za-z]/.test(word));

/** Names that a game's words in Japanese write in Latin letters: those of all its values, without the holes of phrases. */
async function latinNames(game) {
  const texts = load(await readFile(here(`../../games/${game}/words.ja.yaml`), "utf8"));
  const values = (value) => (typeof value === "object" && value ? Object.values(value).flatMap(values) : [String(value)]);
  return new Set(values(texts).flatMap((text) => words(text.replace(/\{[\w.]+/g, ""))));
}

/** The words in Latin letters that a part of the page shows and the game has no such name for, each with its line. */
async function latin(page, selector, names) {
  const lines = (await page.locator(selector).allInnerTexts()).join("\n").split("\n");
  const found = new Map();
  for (const line of lines) for (const word of words(line)) if (!LATIN.test(word) && !names.has(word) && !found.has(word)) found.set(word, line);
  return [...found].map(([word, line]) => `${word}: ${line}`);
}

async function newPage() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", locale: "ja-JP" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000 * PATIENCE);
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.stack));
  return { page, troubles, close: () => context.close() };
}

/** Plays a part of a game in Japanese and reads everything. */
async function reads(address, game) {
  const { page, troubles, close } = await newPage();
  await page.goto(address);
  await page.waitForSelector(`[data-game="${game}"]`);
  assert.match(await page.textContent(`[data-game="${game}"]`), KANA, "the title in the list");
  const found = {};
  const names = await latinNames(game);
  const read = async (what, selector) => {
    const left = await latin(page, selector, names);
    if (left.length > 0) found[what] = left;
  };
  await page.click(`[data-game="${game}"]`);
  await page.waitForSelector("#players");
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await read("the set-up", "main");
  await beginByClicks(page, address, game, { players: 2, seed: 5 });
  await assert.rejects(play(page, { seed: 5, most: MOVES }), /no end/);
  await page.evaluate(() => document.querySelectorAll("aside details, .ask details").forEach((one) => (one.open = true)));
  await read("the question", "#question");
  await read("the table", "main");
  await read("the log", ".log, .since");
  // Why not: a card that does not glow.
  const dull = page.locator('main [data-thing^="piece:"]:not(.glow *):not(.card.glow .face)').first();
  if (await dull.count()) {
    await dull.click();
    await page.waitForSelector(".inspector h2");
    await read("the reasons", ".inspector");
    await page.keyboard.press("Escape");
  }
  await page.screenshot({ path: `${pictures}/${game}-ja.png`, fullPage: true });
  // The other language, and back: the same moment, nothing of the one in the other.
  const version = await page.evaluate(() => document.documentElement.dataset.state.split("/")[0]);
  await page.click('footer button[lang="en"]');
  await until(15, "the page speaks English", async () => !KANA.test(await page.locator("main, #question, aside, h1").allInnerTexts().then((all) => all.join())));
  await page.click('footer button[lang="ja"]');
  await until(15, "the page speaks Japanese again", async () => KANA.test(await page.textContent("#question")));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state.split("/")[0]), version);
  assert.deepEqual(troubles, []);
  await close();
  return found;
}

const server = await startServer(ludex, names.map((name) => here(`../../games/${name}`)));
const folder = await serveFolder(here("../dist"));
try {
  const left = {};
  for (const game of names) {
    const places = [["without a server", folder.address], ["at a server", server.address]];
    const read = process.env.SHORT ? [places[names.indexOf(game) % 2]] : places;
    for (const [where, address] of read) {
      const found = await within(300, `${game} ${where}`, reads(address, game));
      if (Object.keys(found).length > 0) left[`${game} ${where}`] = found;
      console.log(`${game} ${where}: ${JSON.stringify(found)}`);
    }
  }
  assert.deepEqual(left, {}, "words that are left in another language");
} finally {
  folder.close();
  await server.close();
  await within(20, "Chromium ends", browser.close());
}
