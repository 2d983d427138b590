// Many games of one name at one page, by the robot inside it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE, within } from "./bounds.mjs";
import { ANSWER, MOST_ACTS } from "./targets.mjs";

const FOLDER = "/robots/";

/** Opens a page in a tab behind another: it lays out and answers as in front, but no frame is drawn that nobody looks at. */
export async function openBehind(context) {
  const front = await context.newPage();
  const { targetInfo } = await (await context.newCDPSession(front)).send("Target.getTargetInfo");
  const opened = context.waitForEvent("page");
  const browser = await context.browser().newBrowserCDPSession();
  await browser.send("Target.createTarget", { url: "about:blank", browserContextId: targetInfo.browserContextId, background: true });
  return opened;
}

/** Counts by sort what a page asks of its interpreter; runs in the page before all else. */
function countRequests() {
  const post = Worker.prototype.postMessage;
  window.asked = {};
  Worker.prototype.postMessage = function (message, ...more) {
    const sort = /^\{"do":"(\w+)"/.exec(message.request)[1];
    window.asked[sort] = (window.asked[sort] ?? 0) + 1;
    return post.call(this, message, ...more);
  };
}

/** The robot's modules, by the path at which the page's server has them: its policy allows none from elsewhere. */
export function robotAt(path) {
  return path.startsWith(FOLDER) ? readFile(fileURLToPath(new URL(path.slice(FOLDER.length), import.meta.url))) : undefined;
}

/** Brings the robot into a page; a function that plays a game. */
async function enter(page, address) {
  await page.addInitScript(countRequests);
  await page.goto(address);
  const robot = await page.evaluateHandle((path) => import(path), `${FOLDER}inside/robot.mjs`);
  return (game) => robot.evaluate((robot, game) => robot.playWhole(game), { ...game, most: MOST_ACTS, bound: ANSWER * PATIENCE });
}

/** Plays a game with each set-up, `seconds` long at most; `played` looks at its record. */
export async function playRounds({ page, address, game, setups, seconds, played }) {
  const begun = performance.now();
  const play = await enter(page, address);
  let [acts, longest] = [0, 0];
  for (const setup of setups) {
    try {
      const one = await within(seconds, "the game", play({ game, ...setup }));
      await played(one.record, setup);
      acts += one.acts;
      longest = Math.max(longest, one.acts);
    } catch (error) {
      throw new Error(`${game} with ${JSON.stringify(setup)}`, { cause: error });
    }
  }
  const { open, begin, close } = await page.evaluate(() => window.asked);
  assert.deepEqual([open, begin, close], [1, setups.length, setups.length - 1], "the game is read once, and one table is kept");
  console.log(`${game}: ${setups.length} rounds, ${acts} acts, ${longest} at most, ${Math.round(performance.now() - begun)} ms`);
}
