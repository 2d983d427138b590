// Takes the pictures of docs/browser.md: each shipped game at two widths, after a few moves, with the first thing that glows in
// sight. Usage: node test/pictures.mjs [GAMES...]
import { fileURLToPath } from "node:url";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, play, startBrowser } from "./robot.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** How many acts are made before the picture, and with how many players. */
const MOMENTS = {
  noah: { acts: 14, players: 3 },
  jump_gate: { acts: 16, players: 2 },
  sanctuary: { acts: 26, players: 2 },
  ark_nova: { acts: 26, players: 2 },
};

const only = process.argv.slice(2);
const folder = await serveFolder(here("../dist"));
const browser = await startBrowser();
for (const [game, { acts, players }] of Object.entries(MOMENTS).filter(([game]) => only.length === 0 || only.includes(game))) {
  for (const [width, height] of [[1280, 800], [390, 780]]) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", locale: "en-GB" });
    const page = await context.newPage();
    await beginByClicks(page, folder.address, game, { players, seed: 1 });
    await play(page, { seed: 1, most: acts }).catch((error) => {
      if (!/no end/.test(error.message)) throw error;
    });
    await page.evaluate(() => document.querySelector("main .glow")?.scrollIntoView({ block: "center" }));
    await page.screenshot({ path: here(`../../docs/pictures/${game}-${width}.png`) });
    await context.close();
  }
}
await browser.close();
folder.close();
