// Work that the reader waits for, in Chromium: it shows how far it is, and is stopped for good, in the page's own worker and at a
// server. The bots of the page are made to think for long, so that whatever comes sooner was really stopped; a game is made long
// to open, to check and to write.
// Usage: node test/work.mjs LUDEX
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE, until, within } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, startBrowser } from "./robot.mjs";
import { startServer } from "./server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [ludex] = process.argv.slice(2);
/** The bots of the page, and what they are made: the most playouts that the page takes, and a server. */
const slowly = (playouts) => [["ismcts:200,cut=40", `ismcts:${playouts}`], ["flat:120,cut=60", `flat:${playouts}`]];
const slowed = (text) => slowly(20_000).reduce((text, [quick, slow]) => text.replace(quick, slow), text);
await mkdir(here("output"), { recursive: true });
const browser = await within(60, "Chromium starts", startBrowser());

async function newPage() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000 * PATIENCE);
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.stack));
  page.on("console", (message) => message.type() === "error" && !/status of 404/.test(message.text()) && troubles.push(message.text()));
  return { page, troubles, close: () => context.close() };
}

/** A step can be chosen, and the page goes on: nothing waits behind what was stopped. */
async function goesOn(page, what) {
  const before = await page.evaluate(() => document.documentElement.dataset.state);
  await page.locator("#question .step").first().click();
  await until(15, what, async () => (await page.evaluate(() => document.documentElement.dataset.state)) !== before);
}

/** Asks for a hint, and stops it once it shows how far it is. */
async function stoppedHint(page) {
  await page.click('#question button.quiet:has-text("Hint")');
  await page.waitForFunction(() => document.querySelector("#question .progress progress")?.position > 0);
  await page.click('#question .progress [data-do="stop"]');
  await page.waitForSelector("#question .progress", { state: "detached" });
  assert.equal(await page.$("#question .advice"), null, "what was stopped advises nothing");
  assert.equal(await page.$('[role="alert"]'), null, "to stop is no mistake");
}

/** Wants the standing, and stops its bot: then it is not wanted any more. */
async function stoppedStanding(page) {
  await page.check(".standing input");
  await page.waitForSelector(".standing .progress progress");
  await page.click('.standing .progress [data-do="stop"]');
  await page.waitForSelector(".standing .progress", { state: "detached" });
  assert.equal(await page.isChecked(".standing input"), false);
}

/** In the page: bots work in a worker of their own, which ends with them. */
async function inThePage() {
  const server = await serveFolder(here("../dist"));
  const { page, troubles, close } = await newPage();
  await page.addInitScript((pairs) => {
    const post = Worker.prototype.postMessage;
    window.isSlow = true;
    Worker.prototype.postMessage = function (message, ...more) {
      const slow = (text) => pairs.reduce((text, [quick, slow]) => text.replace(quick, slow), text);
      return post.call(this, window.isSlow ? { ...message, request: slow(message.request) } : message, ...more);
    };
  }, slowly(100_000));
  await beginByClicks(page, server.address, "noah", { players: 2, seed: 5 });
  const workers = (count, what) => until(15, what, () => page.workers().length === count);
  await workers(1, "one interpreter plays");
  await stoppedHint(page);
  await workers(1, "the interpreter of the bot is gone");
  await stoppedStanding(page);
  await workers(1, "the interpreter of the estimate is gone");
  await goesOn(page, "the game goes on");
  // Whoever goes on stops the hint, too.
  await page.evaluate(() => (window.isSlow = false));
  await page.click('#question button.quiet:has-text("Hint")');
  await page.waitForSelector("#question .advice");
  assert.deepEqual(troubles, []);
  await close();
  server.close();
  console.log("in the page: hints and the standing show how far they are and are stopped; then a hint comes");
}

/** Whether the table has another state than before; it answers while a bot decides. */
const stateOf = (page) => page.evaluate(() => document.documentElement.dataset.state);

/** A bot that decides at the table leaves the page free: it is looked at, the bot is stopped, its move is taken back or made. */
async function botsOfTheTable() {
  const server = await serveFolder(here("../dist"));
  const { page, troubles, close } = await newPage();
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    window.isSlow = false;
    Worker.prototype.postMessage = function (message, ...more) {
      return post.call(this, window.isSlow ? { ...message, request: message.request.replace("ismcts:50,cut=20", "ismcts:90000") } : message, ...more);
    };
  });
  await beginByClicks(page, server.address, "noah", { players: 2, seed: 5, bot: "ismcts:50,cut=20" });
  await page.evaluate(() => (window.isSlow = true));
  // The reader's moves, until the bot is asked.
  for (let n = 0; n < 30 && !(await page.$("#question .progress")); n++) {
    const step = page.locator("#question .step:not([data-do])").first();
    if (await step.count()) await step.click({ timeout: 2000 }).catch(() => {});
    await new Promise((done) => setTimeout(done, 700 * PATIENCE));
  }
  await page.waitForFunction(() => document.querySelector("#question .progress progress")?.position > 0);
  await page.screenshot({ path: here("output/bot-1280.png") });
  const thinking = await stateOf(page);
  assert.equal(thinking.split("/")[3], "true", "a bot decides");
  // The interpreter of the table answers meanwhile.
  const begun = performance.now();
  await page.fill('.history input[type="range"]', "1");
  await page.waitForSelector(".columns.past");
  assert.ok(performance.now() - begun < 5000 * PATIENCE, "a look back waits for no bot");
  await page.click(".history .return");
  await page.click('#question .progress [data-do="stop"]');
  await page.waitForSelector('#question [data-do="go-on"]');
  await until(15, "the interpreter of the bot is gone", () => page.workers().length === 1);
  assert.equal((await stateOf(page)).split("/")[0], thinking.split("/")[0], "what was stopped has not moved");
  // Let go on, it begins anew; with a smaller budget it moves.
  await page.evaluate(() => (window.isSlow = false));
  await page.click('#question [data-do="go-on"]');
  await until(30, "the bot moves", async () => (await stateOf(page)).split("/")[0] !== thinking.split("/")[0]);
  // A move is taken back while a bot thinks: nothing waits for it.
  await until(30, "the reader is asked", async () => (await stateOf(page)).split("/")[3] === "false");
  await page.click('.top button[aria-label="Undo"]');
  await page.waitForSelector("#question .step");
  assert.deepEqual(troubles, []);
  await close();
  server.close();
  console.log("in the page: a bot of the table is looked past, stopped, and let go on");
}

/** Opening, checking and writing are stopped, and the page goes on. Their requests are held back, as those of a huge game take long. */
async function texts() {
  const server = await serveFolder(here("../dist"));
  const { page, troubles, close } = await newPage();
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    window.holds = /"do":"(open|check)"/;
    Worker.prototype.postMessage = function (message, ...more) {
      if (!window.holds?.test(message.request)) post.call(this, message, ...more);
    };
  });
  const stopped = async (what) => {
    await page.waitForSelector(".progress progress");
    await page.screenshot({ path: here(`output/${what}-1280.png`) });
    await page.click('.progress [data-do="stop"]');
    await page.waitForSelector(".progress", { state: "detached" });
    assert.equal(await page.$('[role="alert"]'), null, `${what}: to stop is no mistake`);
  };
  await page.goto(server.address);
  await page.click('[data-game="noah"]');
  await stopped("opening");
  await page.setInputFiles("#own-game", here("../../games/noah"));
  await stopped("checking");
  assert.equal(await page.$("#checked"), null, "what was stopped found nothing");
  await page.evaluate(() => (window.holds = null));
  await page.setInputFiles("#own-game", here("../../games/noah"));
  await page.waitForSelector("#checked[data-sound=true]");
  await page.evaluate(() => document.querySelector('[data-game="noah"]').click());
  await page.waitForSelector("#players");
  await page.selectOption('[data-seat="1"]', "random");
  await page.click('button[type="submit"]');
  await page.waitForSelector("#question .step");
  await goesOn(page, "a move before the record");
  const moves = async () => (await stateOf(page)).split("/")[1];
  const before = await moves();
  await page.evaluate(() => (window.holds = /"do":"record"/));
  await page.click(".menu summary");
  await page.click(".menu button:has-text('Save the game')");
  await stopped("writing");
  await page.evaluate(() => (window.holds = null));
  await until(15, "the table is there again", async () => (await moves()) === before);
  await goesOn(page, "the game goes on");
  const saved = page.waitForEvent("download");
  await page.click(".menu button:has-text('Save the game')");
  assert.match((await saved).suggestedFilename(), /^noah\.json$/);
  assert.deepEqual(troubles, []);
  await close();
  server.close();
  console.log("opening, checking and writing are stopped, and the page goes on");
}

/** At a server: it tells how far the bot is, refuses what was stopped, and has a thread for the next hint at once. */
async function atAServer() {
  const server = await startServer(ludex, [here("../../games/ark_nova")]);
  const { page, troubles, close } = await newPage();
  const frames = [];
  let isSlow = true;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const there = socket.connectToServer();
    socket.onMessage((text) => there.send(isSlow ? slowed(text) : text));
    there.onMessage((text) => {
      frames.push(JSON.parse(text));
      socket.send(text);
    });
  });
  // The same bot takes less than a second of a shorter game.
  await beginByClicks(page, server.address, "ark_nova", { players: 2, seed: 5 });
  await stoppedHint(page);
  const told = frames.filter(({ progress }) => progress);
  assert.ok(told.length > 0 && told.every(({ progress }) => progress.all === 20_000 && progress.done < 20_000), JSON.stringify(told));
  const { n } = told[0].progress;
  await until(15, "the server refuses what was stopped", () => frames.some((frame) => frame.n === n && frame.refusal?.code === "cancelled"));
  await stoppedStanding(page);
  isSlow = false;
  await page.click('#question button.quiet:has-text("Hint")');
  await page.waitForSelector("#question .advice");
  await goesOn(page, "the game goes on");
  const after = frames.filter((frame) => frame.n === n && frame.reply);
  assert.deepEqual(after, [], "no late answer");
  assert.deepEqual(troubles, []);
  await close();
  await server.close();
  console.log("at a server: hints and the standing show how far they are and are stopped; then a hint comes");
}

try {
  await within(120, "work in the page", inThePage);
  await within(120, "bots of the table", botsOfTheTable);
  await within(120, "opening, checking, writing", texts);
  await within(120, "work at a server", atAServer);
} finally {
  await within(20, "Chromium ends", browser.close());
}
