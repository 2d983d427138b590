// What a player does besides choosing, and what is seen after the end of a game.
import assert from "node:assert/strict";
import { findings, folder, newPage, pictures, WIDE } from "./pages.mjs";
import { beginByClicks, kept, play } from "./robot.mjs";

/** What a player does besides choosing: why not, looks back, undo and redo, going on from a moment, a link, another language. */
export async function features() {
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

  // A card that has the focus lies under the bar at the foot, as all others do.
  const over = await page.evaluate(() => {
    const [card, bar] = [document.querySelector(".cards.hand .face"), document.querySelector(".ask")];
    const middle = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    card.focus({ preventScroll: true });
    scrollBy(0, middle(card)[1] - middle(bar)[1]);
    const [x, y] = middle(card);
    const { top, bottom } = bar.getBoundingClientRect();
    return { isFocused: card.matches(":focus"), isBehind: top < y && y < bottom, isCovered: bar.contains(document.elementFromPoint(x, y)) };
  });
  assert.deepEqual(over, { isFocused: true, isBehind: true, isCovered: true });

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
export async function afterwards() {
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
