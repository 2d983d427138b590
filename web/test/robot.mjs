// A robot that plays at the page in Chromium: by clicks on what glows, or by keys alone.
import { chromium } from "playwright-core";
import { PATIENCE } from "./bounds.mjs";

/** Starts Debian's Chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** Numbers that look random, the same for equal seeds. */
export function chance(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const state = (page) => page.evaluate(() => document.documentElement.dataset.state);

/** Waits until the page has changed since a state, and no bot thinks. */
async function settled(page, before, wait = 20000) {
  await page.waitForFunction(
    (before) => {
      const state = document.documentElement.dataset.state;
      return state !== before && state.split("/")[3] !== "true";
    },
    before,
    { timeout: wait * PATIENCE, polling: 10 },
  );
}

/** Begins a game with a person and bots, by clicks. */
export async function beginByClicks(page, address, game, { players, seed, bot = "random", settings = {} }) {
  await page.goto(address);
  await page.click(`[data-game="${game}"]`);
  await page.waitForSelector("#players");
  const possible = await page.$$eval("#players option", (all) => all.map((one) => Number(one.value)));
  players = Math.min(Math.max(players, possible[0]), possible[possible.length - 1]);
  await page.selectOption("#players", String(players));
  for (let seat = 1; seat < players; seat++) await page.selectOption(`[data-seat="${seat}"]`, bot);
  for (const [name, value] of Object.entries(settings)) await page.selectOption(`[data-setting="${name}"]`, value);
  await page.fill("#seed", String(seed));
  const before = await state(page);
  await page.click('button[type="submit"]');
  await settled(page, before);
}

/** Begins the same by keys alone: Tab, letters, Enter. */
export async function beginByKeys(page, address, game, { players, seed, settings = {} }) {
  await page.goto(address);
  await page.waitForSelector(`[data-game="${game}"]`);
  await tabTo(page, `[data-game="${game}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#players");
  await tabTo(page, "#players");
  await choose(page, String(players));
  for (let seat = 1; seat < players; seat++) {
    await tabTo(page, `[data-seat="${seat}"]`);
    await choose(page, "random");
  }
  for (const [name, value] of Object.entries(settings)) {
    await tabTo(page, `[data-setting="${name}"]`);
    await choose(page, value);
  }
  await tabTo(page, "#seed");
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
export async function play(page, { seed, how = "clicks", most = 2500, look = async () => {} }) {
  const pick = chance(seed);
  const counts = { table: 0, bar: 0, keys: 0 };
  for (let n = 0; n < most; n++) {
    const before = await state(page);
    if (await page.evaluate(() => document.documentElement.dataset.over === "true")) return counts;
    await look(page, n);
    if (how === "keys") await byKey(page, pick, counts);
    else await byClick(page, pick, counts);
    await settled(page, before);
    const trouble = await page.evaluate(() => document.querySelector('[role="alert"]')?.textContent);
    if (trouble) throw new Error(`after ${n} acts: ${trouble}`);
  }
  throw new Error(`no end after ${most} acts`);
}

export async function byClick(page, pick, counts) {
  const cover = await page.$(".cover button");
  if (cover) return cover.click();
  const onTable = await page.$$("main button.glow[data-thing]:visible, main .card.glow > .face:visible, main g.space.glow .hit:visible");
  const inBar = await page.$$("#question .step");
  // Where both say the same, the table comes first; the bar is asked now and then, for `done` and `pass`.
  const useTable = onTable.length > 0 && (inBar.length === 0 || pick(4) > 0);
  const [all, sort] = useTable ? [onTable, "table"] : [inBar, "bar"];
  if (all.length === 0) throw new Error(`nothing glows: ${await page.textContent("#question")}`);
  counts[sort] += 1;
  const one = all[pick(all.length)];
  // The bar at the foot covers a part of the page: what is to be clicked is scrolled to the middle, as a reader does.
  await one.evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
  await one.click({ timeout: 5000 * PATIENCE });
}

async function byKey(page, pick, counts) {
  counts.keys += 1;
  if (await page.$(".cover button")) {
    await tabTo(page, ".cover button");
    return page.keyboard.press("Enter");
  }
  const steps = (await page.$$("#question [data-step]")).length;
  if (steps === 0) {
    await tabTo(page, "#question .step", 400);
    return page.keyboard.press("Enter");
  }
  return page.keyboard.press(String(1 + pick(Math.min(9, steps))));
}

/** Waits until the page has kept the game as it stands, for the next visit. */
export function kept(page) {
  return page.waitForFunction(() => document.documentElement.dataset.kept === document.documentElement.dataset.state.split("/")[0]);
}

/** The record of the page's game, as it keeps it for the next visit. */
export async function keptRecord(page) {
  await kept(page);
  return page.evaluate(() => JSON.parse(localStorage.getItem("ludex.kept")).record);
}
