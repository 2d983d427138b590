// The pictures of docs/browser.md: each shipped game at two widths, after the same acts of a robot, with nothing in motion.
// Usage: node test/pictures.mjs [--check] [GAMES...]
// Without --check they are taken anew. With it they are compared: a pixel counts as another if its colour is (pixelmatch tells
// letters' soft edges apart from that), and a picture fails if more than TOLERANCE of its pixels are. All words are set in
// Noto Sans CJK (Debian's `fonts-noto-cjk`, which `.ci/web tools` installs), so that no other font of a machine moves a line; what
// is left is how its version of Chromium draws. What it finds is a board without its colours, a card without its face, a
// panel out of place.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, play, startBrowser } from "./robot.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** How many acts are made before the picture, and with how many players. */
const MOMENTS = {
  noah: { acts: 14, players: 3 },
  jump_gate: { acts: 16, players: 2 },
  sanctuary: { acts: 22, players: 2 },
  ark_nova: { acts: 30, players: 2 },
};
/** The share of pixels that may differ. */
const TOLERANCE = 0.06;

const isCheck = process.argv.includes("--check");
const only = process.argv.slice(2).filter((one) => one !== "--check");
const folder = await serveFolder(here("../dist"));
const browser = await startBrowser();
await mkdir(here("output"), { recursive: true });
let failures = 0;

for (const [game, { acts, players }] of Object.entries(MOMENTS).filter(([game]) => only.length === 0 || only.includes(game))) {
  for (const [width, height] of [[1280, 800], [390, 780]]) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", locale: "en-GB", colorScheme: "light" });
    const page = await context.newPage();
    await page.addInitScript(setFont);
    await beginByClicks(page, folder.address, game, { players, seed: 1 });
    await play(page, { seed: 1, most: acts }).catch((error) => {
      if (!/no end/.test(error.message)) throw error;
    });
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      document.activeElement?.blur();
      const first = document.querySelector(innerWidth < 600 ? ".cell" : "main");
      scrollTo(0, innerWidth < 600 ? first.getBoundingClientRect().top + scrollY - 60 : 0);
    });
    await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))));
    const taken = await page.screenshot();
    const path = here(`../../docs/pictures/${game}-${width}.png`);
    if (!isCheck) await writeFile(path, taken);
    else await compare(`${game}-${width}`, taken, await readFile(path));
    await context.close();
  }
}
await browser.close();
folder.close();
process.exit(failures > 0 ? 1 : 0);

/** Sets the words of the page in one font; the page's policy takes no style from a tag. */
function setFont() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root, .picture { font-family: "Noto Sans CJK JP", sans-serif !important; }');
  document.adoptedStyleSheets = [sheet];
}

/** Compares two pictures, and writes where they differ if they differ in more than the tolerance. */
async function compare(name, taken, kept) {
  const [now, then] = [PNG.sync.read(taken), PNG.sync.read(kept)];
  const { width, height } = then;
  if (now.width !== width || now.height !== height) {
    failures += 1;
    console.error(`${name}: ${now.width} by ${now.height} pixels, kept ${width} by ${height}`);
    return;
  }
  const difference = new PNG({ width, height });
  const share = pixelmatch(now.data, then.data, difference.data, width, height, { threshold: 0.2 }) / (width * height);
  console.log(`${name}: ${(100 * share).toFixed(2)} % of the pixels differ`);
  if (share <= TOLERANCE) return;
  failures += 1;
  await writeFile(here(`output/${name}-now.png`), taken);
  await writeFile(here(`output/${name}-difference.png`), PNG.sync.write(difference));
  console.error(`${name}: more than ${100 * TOLERANCE} %; see web/test/output, and take the pictures anew if the page is meant to look so`);
}
