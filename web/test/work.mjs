// Work of bots that the reader waits for, in Chromium: it shows how far it is, and is stopped for good, in the page's own worker and
// at a server. The bots of the page are made to think for long, so that whatever comes sooner was really stopped.
// Usage: node test/work.mjs LUDEX
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { PATIENCE, until, within } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, startBrowser } from "./robot.mjs";
import { startServer } from "./server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [ludex] = process.argv.slice(2);
/** The bots of the page, and what they are made: the most playouts that a server takes. */
const SLOWLY = [["ismcts:200,cut=40", "ismcts:20000"], ["flat:120,cut=60", "flat:20000"]];
const slowed = (text) => SLOWLY.reduce((text, [quick, slow]) => text.replace(quick, slow), text);
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
  await page.waitForSelector("#question .progress progress");
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
  }, SLOWLY);
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
  await within(120, "work at a server", atAServer);
} finally {
  await within(20, "Chromium ends", browser.close());
}
