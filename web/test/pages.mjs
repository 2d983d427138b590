// The pages of a test in Chromium: each knows what it asked of elsewhere and what went wrong.
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { fixtureAt } from "./games.mjs";
import { startBrowser } from "./robot.mjs";
import { robotAt } from "./rounds.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const axe = await readFile(here("../node_modules/axe-core/axe.min.js"), "utf8");
const browser = await startBrowser();

export const WIDE = { width: 1280, height: 800 };
/** The folder of the page without a server, with the fixtures and the robot beside its own files. */
export const folder = await serveFolder(here("../dist"), (path) => fixtureAt(path) ?? robotAt(path));
/** Where pictures are put. */
export const pictures = here("output");
await mkdir(pictures, { recursive: true });

/** Serious findings of axe-core on a page. */
export async function findings(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

/** Opens a page in a context of its own; `foreign` lists what it asked of elsewhere, and its errors. */
export async function newPage(viewport, options = {}, open = (context) => context.newPage()) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", locale: "en-GB", ...options });
  const page = await open(context);
  page.setDefaultTimeout(20_000 * PATIENCE);
  const foreign = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(folder.address) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on("pageerror", (error) => foreign.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && foreign.push(`console: ${message.text()}`));
  return { page, foreign, close: () => context.close() };
}

/** Ends the browser and the server. */
export async function closePages() {
  await browser.close();
  folder.close();
}
