// The page in Chromium: whole games by clicks, by keys alone and on a phone; records that the native build plays again; no request
// to elsewhere; axe-core; pictures. Usage: node test/page.mjs NATIVE [GAMES...]
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startNative } from "./engine.mjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, beginByKeys, keptRecord, play, startBrowser } from "./robot.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [nativePath, ...only] = process.argv.slice(2);
const index = JSON.parse(await readFile(here("../dist/games/index.json"), "utf8"));
const axe = await readFile(here("../node_modules/axe-core/axe.min.js"), "utf8");
const pictures = here("output");
await mkdir(pictures, { recursive: true });

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Games that are long with several players are played alone, where the rules allow it. */
const SETUPS = { ark_nova: { players: 1 }, sanctuary: { players: 1 } };

const folder = await serveFolder(here("../dist"));
const browser = await startBrowser();

/** Serious findings of axe-core on a page. */
async function findings(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

async function newPage(viewport, options = {}) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", locale: "en-GB", ...options });
  const page = await context.newPage();
  const foreign = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(folder.address) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on("pageerror", (error) => foreign.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && foreign.push(`console: ${message.text()}`));
  return { page, foreign, close: () => context.close() };
}

/** The native build makes the same table of the record, and writes the same record. */
async function replayedNatively(game, record) {
  const native = startNative(nativePath);
  const { name, files } = JSON.parse(await readFile(here(`../dist/games/${game}.json`), "utf8"));
  await native.answer(JSON.stringify({ do: "open", name, files }));
  const { table, refused } = JSON.parse(await native.answer(JSON.stringify({ do: "resume", game: 0, record })));
  assert.equal(refused, undefined);
  const { reply } = JSON.parse(await native.answer(JSON.stringify({ do: "ask", table, access: "full", request: { do: "record" } })));
  native.close();
  assert.equal(reply.text, record);
  assert.ok(JSON.parse(record).result, "the game came to its end");
}

async function whole(game, how, viewport, seed) {
  const setup = { players: 2, seed, ...SETUPS[game] };
  const { page, foreign, close } = await newPage(viewport);
  const begun = performance.now();
  await (how === "keys" ? beginByKeys : beginByClicks)(page, folder.address, game, setup);
  const name = `${game}-${viewport.width}`;
  const look = async (page, n) => {
    if (n !== 24) return;
    await page.screenshot({ path: `${pictures}/${name}-${how}.png`, fullPage: true });
    assert.deepEqual(await findings(page), [], `${name}: axe-core`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= viewport.width, `${name}: ${wide} px wide`);
  };
  const counts = await play(page, { seed, how, look });
  await replayedNatively(game, await keptRecord(page));
  await page.screenshot({ path: `${pictures}/${name}-${how}-end.png` });
  assert.deepEqual(foreign, [], `${name}: requests elsewhere and errors`);
  await close();
  console.log(`${game} by ${how} at ${viewport.width} px: ${JSON.stringify(counts)}, ${Math.round(performance.now() - begun)} ms`);
}

const wanted = (name) => only.length === 0 || only.includes(name);
try {
  for (const { name, example } of index.filter(({ name }) => wanted(name))) {
    await whole(name, "clicks", WIDE, 1);
    if (example) continue;
    await whole(name, "keys", WIDE, 2);
    await whole(name, "clicks", PHONE, 3);
  }
} finally {
  await browser.close();
  folder.close();
}
