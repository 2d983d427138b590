// The page in Chromium: whole games by clicks, by keys alone and on a phone; records that the native build plays again; no request
// to elsewhere; axe-core; pictures. Usage: node test/page.mjs NATIVE [GAMES...]
// ROUNDS is how many games of each game a robot plays by clicks; with EXAMPLES it plays examples and fixtures too; with SHORT each
// game is played once.
import assert from "node:assert/strict";
import { within } from "./bounds.mjs";
import { afterwards, features } from "./features.mjs";
import { index } from "./games.mjs";
import { closePages, findings, folder, newPage, pictures, WIDE } from "./pages.mjs";
import { startRecords } from "./records.mjs";
import { beginByClicks, beginByKeys, keptRecord, play } from "./robot.mjs";
import { openBehind, playRounds } from "./rounds.mjs";

const [nativePath, ...only] = process.argv.slice(2);

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

const records = startRecords(nativePath);

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
  await closePages();
  records.close();
}
