// Takes the pictures of docs/browser.md: each shipped game at two widths, after a few moves, with the first thing that glows in
// sight. Usage: node test/pictures.mjs [GAMES...]
import { fileURLToPath } from "node:url";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, play, startBrowser } from "./robot.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** How many acts are made at least before the picture, with how many players, and what must glow. */
const MOMENTS = {
  noah: { acts: 14, players: 3, glows: ".card.glow" },
  jump_gate: { acts: 16, players: 2, glows: "tr.glow" },
  sanctuary: { acts: 12, players: 2, glows: "g.space.glow" },
  ark_nova: { acts: 16, players: 2, glows: "g.space.glow" },
};

const only = process.argv.slice(2);
const folder = await serveFolder(here("../dist"));
const browser = await startBrowser();
for (const [game, { acts, players, glows }] of Object.entries(MOMENTS).filter(([game]) => only.length === 0 || only.includes(game))) {
  for (const [width, height] of [[1280, 800], [390, 780]]) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", locale: "en-GB" });
    const page = await context.newPage();
    await beginByClicks(page, folder.address, game, { players, seed: 1 });
    let made = 0;
    const look = async () => {
      if (made++ >= acts && (await page.$(`main ${glows}`))) throw new Error("now");
    };
    await play(page, { seed: 1, most: 120, look }).catch((error) => {
      if (!/now|no end/.test(error.message)) throw error;
    });
    await page.evaluate((glows) => document.querySelector(`main ${glows}`)?.scrollIntoView({ block: "center" }), glows);
    await page.screenshot({ path: here(`../../docs/pictures/${game}-${width}.png`) });
    await context.close();
  }
}
await browser.close();
folder.close();
