// The page in Chromium: whole games by clicks, by keys alone and on a phone; records that the native build plays again; no request
// to elsewhere; axe-core; pictures. Usage: node test/page.mjs NATIVE [GAMES...]
// ROUNDS is how many games of each game a robot plays by clicks; with EXAMPLES it plays examples and fixtures too; with SHORT each
// game is played once.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE, within } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { fixtureAt, index } from "./games.mjs";
import { startRecords } from "./records.mjs";
import { beginByClicks, beginByKeys, kept, keptRecord, play, startBrowser } from "./robot.mjs";
import { openBehind, playRounds, robotAt } from "./rounds.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [nativePath, ...only] = process.argv.slice(2);
const axe = await readFile(here("../node_modules/axe-core/axe.min.js"), "utf8");
const pictures = here("output");
await mkdir(pictures, { recursive: true });

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** The robots: how each plays, at which size, from which seed. */
const ROBOTS = { clicks: ["clicks", WIDE, 1], keys: ["keys", WIDE, 2], phone: ["clicks", PHONE, 3] };
/** With SHORT each game is played by one robot, and each robot plays. */
const ROBOTS_IN_SHORT = { noah: "keys", jump_gate: "phone", sanctuary: "clicks", ark_nova: "clicks" };
/** The longest time that a whole game may take, in seconds. */
const BOUND = 300;
const ROUNDS = process.env.SHORT ? 1 : Number(process.env.ROUNDS ?? 1);
/** Games that are long with several players are played alone, where the rules allow it. */
const SETUPS = { ark_nova: { players: 1 }, sanctuary: { players: 1 } };

const folder = await serveFolder(here("../dist"), (path) => fixtureAt(path) ?? robotAt(path));
const browser = await startBrowser();
const records = startRecords(nativePath);

/** Serious findings of axe-core on a page. */
async function findings(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

async function newPage(viewport, options = {}, open = (context) => context.newPage()) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", locale: "en-GB", ...options });
  const page = await open(context);
  page.setDefaultTimeout(20_000 * PATIENCE);
  const foreign = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(folder.address) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on("pageerror", (error) => foreign.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && foreign.push(`console: ${message.text()}`));
  return { page, foreign, close: () => context.close() };
}

/** Plays a game to its end by clicks or by keys; gives its record. */
async function whole(game, how, viewport, seed) {
  const setup = setupOf(game, seed);
  const { page, foreign, close } = await newPage(viewport);
  const begun = performance.now();
  await (how === "keys" ? beginByKeys : beginByClicks)(page, folder.address, game, setup);
  const name = `${game}-${viewport.width}`;
  const look = async (page, n) => {
    if (n !== 18) return;
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${pictures}/${name}-${how}.png` });
    assert.deepEqual(await findings(page), [], `${name}: axe-core`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= viewport.width, `${name}: ${wide} px wide`);
    const empty = await page.evaluate(() => [...document.querySelectorAll("section.player")].filter((one) => one.children.length < 2).length);
    assert.equal(empty, 0, `${name}: boxes of players with nothing inside`);
  };
  const counts = await play(page, { seed, how, look });
  const record = await keptRecord(page);
  await records.replayed(game, record);
  await page.screenshot({ path: `${pictures}/${name}-${how}-end.png` });
  assert.deepEqual(foreign, [], `${name}: requests elsewhere and errors`);
  await close();
  console.log(`${game} by ${how} at ${viewport.width} px: ${JSON.stringify(counts)}, ${Math.round(performance.now() - begun)} ms`);
  return record;
}

const setupOf = (game, seed) => ({ players: 2, seed, ...SETUPS[game] });

/** Plays all rounds but the first by the robot inside the page; before them the first once more, which must come out the same. */
async function rounds(game, count, first) {
  const { page, foreign, close } = await newPage(WIDE, {}, openBehind);
  const again = setupOf(game, ROBOTS.clicks[2]);
  const others = Array.from({ length: count - 1 }, (_, n) => ({ ...setupOf(game, 11 + n), ...(n % 2 === 0 ? { players: 2 } : {}) }));
  const played = async (record, setup) => {
    if (setup === again) assert.equal(record, first, "both robots play the same game");
    await records.replayed(game, record);
    assert.deepEqual(foreign, [], "requests elsewhere and errors");
  };
  await playRounds({ page, address: folder.address, game, setups: [again, ...others], seconds: BOUND, played });
  await close();
}

/** What a player does besides choosing: why not, looks back, undo and redo, going on from a moment, a link, another language. */
async function features() {
  const { page, foreign, close } = await newPage(WIDE, { permissions: ["clipboard-read", "clipboard-write"] });
  const dataset = (key) => page.evaluate((key) => document.documentElement.dataset[key], key);
  const moves = async () => Number((await dataset("state")).split("/")[1]);
  const waitForMoves = (count) => page.waitForFunction((count) => Number(document.documentElement.dataset.state.split("/")[1]) === count, count);
  const prompt = () => page.textContent("#question .state");
  await beginByClicks(page, folder.address, "noah", { players: 2, seed: 5 });
  await assert.rejects(play(page, { seed: 5, most: 12 }), /no end/);

  // A card that does not glow tells what it is; an action that does not take it tells why.
  await page.click('[data-thing^="piece:"]:not(.glow *):not(.card.glow .face)');
  await page.waitForSelector(".inspector h2");
  assert.ok((await page.textContent(".inspector")).includes("Why not?"), "the inspector answers");
  await page.keyboard.press("Escape");
  assert.equal(await page.$(".inspector"), null);

  // A look back shows an earlier moment; the question waits.
  const [then, asked] = [await moves(), await prompt()];
  await page.fill('.history input[type="range"]', "1");
  await page.waitForSelector(".columns.past");
  assert.notEqual(await prompt(), asked);
  await page.click(".history .return");
  await page.waitForFunction(() => document.querySelector(".columns.past") === null);
  assert.equal(await prompt(), asked);

  // Undo and redo lead to the same question.
  await page.keyboard.press("Control+z");
  await page.waitForFunction((then) => Number(document.documentElement.dataset.state.split("/")[1]) < then, then);
  await page.click('.top button[aria-label="Redo"]');
  await waitForMoves(then);
  assert.equal(await prompt(), asked);

  // A link holds the position; it is not sent with a request.
  await page.click(".menu summary");
  await page.click(".menu button");
  await page.waitForSelector(".notice");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await newPage(WIDE);
  await other.page.goto(link);
  await other.page.waitForSelector("#question .state");
  await other.page.waitForFunction(() => document.documentElement.dataset.state.split("/")[1] !== "");
  assert.equal(Number(await other.page.evaluate(() => document.documentElement.dataset.state.split("/")[1])), await other.page.evaluate(() => Number(document.querySelector(".history input").max)));
  assert.ok(folder.asked.every((path) => !path.includes("game=")), "the fragment stays in the browser");
  assert.deepEqual(other.foreign, []);
  await other.close();

  // A link to an earlier moment holds the moves up to it.
  await page.fill('.history input[type="range"]', "2");
  await page.waitForSelector(".columns.past");
  await page.click(".menu button");
  await page.waitForFunction(async (link) => (await navigator.clipboard.readText()) !== link, link);
  const early = await newPage(WIDE);
  await early.page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await early.page.waitForFunction(() => document.documentElement.dataset.state.split("/")[1] === "2");
  await early.close();
  await page.click(".history .return");

  // After a reload the game goes on where it stood.
  await kept(page);
  await page.goto(folder.address);
  await page.click("text=Continue the game of your last visit");
  await page.waitForSelector("#question .state");
  await waitForMoves(then);
  assert.equal(await prompt(), asked);

  // Another moment goes on as another game.
  await page.fill('.history input[type="range"]', "3");
  await page.waitForSelector(".columns.past");
  await page.click(".history .fork");
  await page.waitForFunction((then) => Number(document.documentElement.dataset.state.split("/")[1]) < then, then);

  // The other language; nothing is left in the first.
  await page.click('footer button[lang="ja"]');
  assert.ok((await page.textContent(".top")).includes("元に戻す"));
  assert.deepEqual(await findings(page), []);

  // At twice the size nothing is wider than the screen, in the dark.
  await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
  await page.emulateMedia({ colorScheme: "dark" });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= WIDE.width / 2);
  assert.deepEqual(await findings(page), [], "in the dark");
  await page.screenshot({ path: `${pictures}/dark.png` });
  assert.deepEqual(foreign, []);
  await close();
  console.log("why not, look back, undo, link, reload, fork, language, zoom, dark: as they should be");
}

/** A finished game is analysed: progress, a stop, and decisions that lead to their moments. */
async function afterwards() {
  const { page, foreign, close } = await newPage(WIDE, { colorScheme: "dark" });
  await beginByClicks(page, folder.address, "noah", { players: 2, seed: 4 });
  // The title tells whose turn it is.
  await page.waitForFunction(() => document.title.startsWith("● "));
  await page.check(".standing input");
  await page.waitForSelector(".standing .bar i");
  const shares = await page.$$eval(".standing dd", (all) => all.map((one) => parseInt(one.textContent)));
  assert.equal(shares.length, 2);
  assert.ok(Math.abs(shares[0] + shares[1] - 100) <= 1, `${shares} %`);
  await page.uncheck(".standing input");
  await play(page, { seed: 4 });
  await page.waitForFunction(() => !document.title.includes("●"));
  await page.click(".analysis button");
  await page.waitForSelector(".analysis progress");
  await page.waitForFunction(() => document.querySelector(".analysis progress")?.value > 3);
  await page.click(".analysis button");
  await page.waitForFunction(() => document.querySelector(".analysis progress") === null);
  assert.deepEqual(await findings(page), [], "at the end, in the dark");
  const worst = await page.$(".worst button");
  if (worst) {
    await worst.click();
    await page.waitForSelector(".columns.past");
    await page.click(".history .return");
  }
  await page.screenshot({ path: `${pictures}/analysis.png`, fullPage: true });
  assert.deepEqual(foreign, []);
  await close();
  console.log("title, standing, analysis: as they should be");
}

const wanted = (name) => only.length === 0 || only.includes(name);
try {
  if (wanted("features")) await within(BOUND, "what a player does besides choosing", features);
  if (wanted("afterwards")) await within(BOUND, "a finished game", afterwards);
  for (const { name, example } of index.filter(({ name, example }) => wanted(name) && (!example || only.includes(name) || process.env.EXAMPLES))) {
    const robots = example ? ["clicks"] : process.env.SHORT ? [ROBOTS_IN_SHORT[name] ?? "clicks"] : Object.keys(ROBOTS);
    const played = {};
    for (const robot of robots) played[robot] = await within(BOUND, `${name} by ${robot}`, () => whole(name, ...ROBOTS[robot]));
    if (ROUNDS > 1) await rounds(name, ROUNDS, played.clicks);
  }
} finally {
  await browser.close();
  folder.close();
  records.close();
}
