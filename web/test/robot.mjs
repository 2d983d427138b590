// A robot that plays at the page in Chromium: by clicks on what glows, or by keys alone.
import { chromium } from "playwright-core";
import { PATIENCE } from "./bounds.mjs";
import { allowed, ANSWER, chance, chooseAmong, COVER, hasSettled, IN_BAR, isKept, isOver, MOST_ACTS, ON_TABLE, recordKept, SETUP, stateOf, TROUBLE } from "./targets.mjs";

/** Starts Debian's Chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

const state = (page) => page.evaluate(stateOf);

/** Waits until the page has changed since a state, and no bot thinks. */
async function settled(page, before) {
  await page.waitForFunction(hasSettled, before, { timeout: ANSWER * PATIENCE, polling: 10 });
}

/** Begins a game with a person and bots, by clicks. */
export async function beginByClicks(page, address, game, { players, seed, bot = "random", settings = {} }) {
  await page.goto(address);
  await page.click(SETUP.game(game));
  await page.waitForSelector(SETUP.players);
  const possible = await page.$$eval(`${SETUP.players} option`, (all) => all.map((one) => Number(one.value)));
  players = allowed(players, possible);
  await page.selectOption(SETUP.players, String(players));
  for (let seat = 1; seat < players; seat++) await page.selectOption(SETUP.seat(seat), bot);
  for (const [name, value] of Object.entries(settings)) await page.selectOption(SETUP.setting(name), value);
  await page.fill(SETUP.seed, String(seed));
  const before = await state(page);
  await page.click(SETUP.begin);
  await settled(page, before);
}

/** Begins the same by keys alone: Tab, letters, Enter. */
export async function beginByKeys(page, address, game, { players, seed, settings = {} }) {
  await page.goto(address);
  await page.waitForSelector(SETUP.game(game));
  await tabTo(page, SETUP.game(game));
  await page.keyboard.press("Enter");
  await page.waitForSelector(SETUP.players);
  await tabTo(page, SETUP.players);
  await choose(page, String(players));
  for (let seat = 1; seat < players; seat++) {
    await tabTo(page, SETUP.seat(seat));
    await choose(page, "random");
  }
  for (const [name, value] of Object.entries(settings)) {
    await tabTo(page, SETUP.setting(name));
    await choose(page, value);
  }
  await tabTo(page, SETUP.seed);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(String(seed));
  const before = await state(page);
  await page.keyboard.press("Enter");
  await settled(page, before);
}

/** Moves the focus forward until it stands on an element. */
async function tabTo(page, selector, most = 80) {
  for (let n = 0; n < most; n++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Chooses a value of the list that has the focus, by arrow keys. */
async function choose(page, value) {
  for (const key of ["Home", ...Array(20).fill("ArrowDown")]) {
    if ((await page.evaluate(() => document.activeElement.value)) === value) return;
    await page.keyboard.press(key);
  }
}

/** Plays to the end; gives how many clicks and keys it took. `how` is "clicks" or "keys". */
export async function play(page, { seed, how = "clicks", most = MOST_ACTS, look = async () => {} }) {
  const pick = chance(seed);
  const counts = { table: 0, bar: 0, keys: 0 };
  for (let n = 0; n < most; n++) {
    const before = await state(page);
    if (await page.evaluate(isOver)) return counts;
    await look(page, n);
    if (how === "keys") await byKey(page, pick, counts);
    else await byClick(page, pick, counts);
    await settled(page, before);
    const trouble = await page.evaluate((trouble) => document.querySelector(trouble)?.textContent, TROUBLE);
    if (trouble) throw new Error(`after ${n} acts: ${trouble}`);
  }
  throw new Error(`no end after ${most} acts`);
}

export async function byClick(page, pick, counts) {
  const cover = await page.$(COVER);
  if (cover) return cover.click();
  const onTable = await page.$$(ON_TABLE.map((one) => `${one}:visible`).join(", "));
  const chosen = chooseAmong(onTable, await page.$$(IN_BAR), pick);
  if (!chosen) throw new Error(`nothing glows: ${await page.textContent("#question")}`);
  counts[chosen.sort] += 1;
  // The bar at the foot covers a part of the page: what is to be clicked is scrolled to the middle, as a reader does.
  await chosen.one.evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
  await chosen.one.click({ timeout: 5000 * PATIENCE });
}

async function byKey(page, pick, counts) {
  counts.keys += 1;
  if (await page.$(COVER)) {
    await tabTo(page, COVER);
    return page.keyboard.press("Enter");
  }
  const steps = (await page.$$("#question [data-step]")).length;
  if (steps === 0) {
    await tabTo(page, IN_BAR, 400);
    return page.keyboard.press("Enter");
  }
  return page.keyboard.press(String(1 + pick(Math.min(9, steps))));
}

/** Waits until the page has kept the game as it stands, for the next visit. */
export const kept = (page) => page.waitForFunction(isKept);

/** The record of the page's game, as it keeps it for the next visit. */
export async function keptRecord(page) {
  await kept(page);
  return page.evaluate(recordKept);
}
