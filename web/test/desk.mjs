// The author's desk and the folder without a server, in Chromium: a game is edited while it is played, a mistake shows and goes,
// words are completed and renamed, a ruling is run and accepted, a position is set, texts change on the disk; then the folder that
// `--static` writes plays a game to its end and checks one with a mistake. Usage: node test/desk.mjs LUDEX [desk] [static] [playground]
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE, until, within } from "./bounds.mjs";
import { serveFolder } from "./folder.mjs";
import { beginByClicks, play, startBrowser } from "./robot.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [ludex, ...only] = process.argv.slice(2);
const axe = await readFile(here("../node_modules/axe-core/axe.min.js"), "utf8");
const pictures = here("output");
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
await mkdir(pictures, { recursive: true });
const browser = await within(60, "Chromium starts", startBrowser());

async function newPage(address, viewport) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000 * PATIENCE);
  const troubles = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) troubles.push(request.url());
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.name} ${error.message} ${error.stack}`));
  page.on("console", (message) => message.type() === "error" && !/status of 409/.test(message.text()) && troubles.push(`console: ${message.text()}`));
  return { page, troubles, close: () => context.close() };
}

/** Nothing is wider than the screen, and axe-core has no serious finding; takes a picture. */
async function looksRight(page, name) {
  await page.screenshot({ path: `${pictures}/${name}.png` });
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= width, `${name}: ${wide} px wide`);
  await within(20, `${name}: axe-core is loaded`, page.evaluate(axe));
  const { violations } = await within(60, `${name}: axe-core`, page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] })));
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), [], `${name}: axe-core`);
}

/** Starts `ludex serve --edit` for a copy of the game; gives its link. */
async function startDesk() {
  const above = await mkdtemp(join(tmpdir(), "ludex-desk-"));
  const folder = join(above, "games");
  await cp(here("desk/stones"), join(folder, "stones"), { recursive: true });
  const server = spawn(ludex, ["serve", "--edit", folder, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const link = await within(60, "the desk listens", new Promise((done, fail) => {
    let said = "";
    server.stderr.on("data", (part) => {
      said += part;
      const found = /http:\S+#desk=\w+/.exec(said);
      if (found) done(found[0]);
    });
    server.on("exit", () => fail(new Error(said)));
  }));
  return { folder, link, close: () => (server.kill(), rm(above, { recursive: true, force: true })) };
}

const line = (page, words) => page.locator(".cm-editor:visible .cm-line", { hasText: words }).first();
const text = async (page) => (await page.locator(".cm-editor:visible .cm-line").allTextContents()).join("\n");
const squiggles = (page) => page.locator(".cm-editor:visible .cm-lintRange-error");
const pane = (page, name) => page.click(`[data-pane="${name}"]:is(button)`);
const options = (page) => page.locator("#question").innerText();
const rules = (page, state) => page.waitForSelector(`[data-rules="${state}"]`);
const save = (page) => page.keyboard.press("Control+s");
/** Puts the cursor into a word of a line of the editor. */
async function into(page, words, word) {
  await line(page, words).click();
  await page.keyboard.press("Home");
  const before = (await line(page, words).innerText()).indexOf(word) - /^\s*/.exec(await line(page, words).innerText())[0].length;
  for (let n = 0; n < before + 1; n++) await page.keyboard.press("ArrowRight");
}

async function begin(page) {
  await page.waitForSelector("#players");
  await page.selectOption('[data-seat="1"]', "person");
  await page.fill("#seed", "1");
  await page.click('form button[type="submit"]');
  await page.waitForSelector("#question .state");
}

/** What an author does at the desk, one after the other; each goes on where the last one ended. */
const STEPS = {
  "words have their colours by meaning": async ({ page }) => {
    // Words have their colours by meaning, in rules and in rows of tables.
    await page.click('[data-file="stones/stones.rules"]');
    await page.waitForSelector(".cm-editor:visible .cm-m-keyword");
    await page.click('#question .step:has-text("rest")');
    await page.waitForFunction(() => document.documentElement.dataset.state.split("/")[1] === "1");
  },

  "a mistake shows as a squiggle, and the table stays": async ({ page, onDisk }) => {
    // A mistake shows as a squiggle; saved, the table stays under the rules before it.
    await line(page, "offer you: take or rest").click();
    await page.keyboard.press("End");
    for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(" or leap");
    await squiggles(page).first().waitFor();
    await looksRight(page, "desk-mistake-1280");
    await save(page);
    await rules(page, "broken");
    assert.match(await onDisk("stones/stones.rules"), /rest or leap/);
    assert.doesNotMatch(await options(page), /leap/);
  },

  "completion knows the effect, and the new option is there": async ({ page }) => {
    // Completion knows the effect; then the mistake goes, and the new option is there at once, in the same position.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+End");
    await page.keyboard.type('action leap "leap" { rewa');
    const offered = page.locator(".cm-tooltip-autocomplete li", { hasText: "reward" }).first();
    // An answer about a text that changed meanwhile is refused; asked again, it comes.
    for (let n = 0; n < 10 && !(await offered.isVisible()); n++) {
      await page.keyboard.press("Control+Space");
      await offered.waitFor({ timeout: 1000 * PATIENCE }).catch(() => {});
    }
    await offered.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("rd(3) }");
    await squiggles(page).first().waitFor({ state: "detached" });
    await save(page);
    await page.waitForSelector('[data-rules="carried"][data-way="position"]');
    await page.waitForFunction(() => document.querySelector("#question").innerText.includes("leap"));
    assert.match(await options(page), /take/);
  },

  "hover, rename, formatting": async ({ page, onDisk }) => {
    // Hover tells what a name is; rename changes all uses; formatting puts blanks right; the table comes along.
    await into(page, "reward(s.worth)", "reward");
    await line(page, "reward(s.worth)").locator("span", { hasText: "reward" }).first().hover();
    await page.locator(".cm-tooltip-hover, .cm-lsp-hover-tooltip").first().waitFor();
    await page.keyboard.press("F2");
    await page.fill("#new-name", "gift");
    await page.keyboard.press("Enter");
    await line(page, "effect gift(n: int)").waitFor();
    assert.doesNotMatch(await text(page), /reward/);
    await line(page, "var turns").click();
    await page.keyboard.press("End");
    await page.keyboard.type("   ");
    await page.keyboard.press("Shift+Alt+f");
    await page.waitForFunction(() => ![...document.querySelector(".editors").shadowRoot.querySelectorAll(".cm-line")].some((one) => /turns: int 0..99 +$/.test(one.textContent)));
    await save(page);
    await page.waitForFunction(() => document.querySelector('[data-do="save"]').disabled);
    assert.match(await onDisk("stones/stones.rules"), /effect gift\(n: int\)/);
  },

  "from a ruling to the row that it names": async ({ page }) => {
    // From a ruling to the row that it names, in another file.
    await page.fill('.files input[type="search"]', "take-red");
    await page.click('[data-file="stones/rulings/take-red.ruling.yaml"]');
    await into(page, "P0: take red", "red");
    await page.keyboard.press("F12");
    await page.waitForSelector('[data-file="stones/stones.yaml"][aria-current="true"], .tab.shown:has-text("stones.yaml")');
    await page.fill('.files input[type="search"]', "");
  },

  "what reacts to what": async ({ page }) => {
    // What reacts to what.
    await page.click('[data-file="stones/stones.rules"]');
    await into(page, "effect gift", "gift");
    await pane(page, "reactions");
    await page.click('[data-do="look"]');
    await page.locator('.graph [data-item="rest"]').first().waitFor();
    await looksRight(page, "desk-reactions-1280");
  },

  "a ruling is run and accepted, and its difference is shown": async ({ page }) => {
    // A ruling is run and accepted.
    await pane(page, "rulings");
    await page.click('[data-ruling="take-red"] > button');
    await page.click('[data-ruling="take-red"] [data-do="run"]');
    await page.waitForSelector('[data-ruling="take-red"][data-verdict="pending"]');
    await page.click('[data-ruling="take-red"] [data-do="accept"]');
    await page.waitForSelector('[data-ruling="take-red"][data-verdict="passed"]');
    await looksRight(page, "desk-rulings-1280");
    // The stone is worth more: the difference is shown.
    await page.click('[data-file="stones/stones.yaml"]');
    await line(page, "id: red").click();
    await page.keyboard.press("End");
    for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("9");
    await save(page);
    await page.waitForSelector('[data-ruling="take-red"] >> nth=0');
    await page.click('[data-ruling="take-red"] [data-do="run"]');
    await page.locator('[data-ruling="take-red"] .difference .more').first().waitFor();
  },

  "what rulings reach stands in the margin": async ({ page }) => {
    // All rulings are played; the lines that they reach have a full bar, others an open one, and the list leads to one.
    await page.click('[data-file="stones/stones.rules"]');
    await pane(page, "coverage");
    await page.click('[data-do="cover"]');
    await page.waitForSelector("[data-covered]");
    await page.locator(".cm-editor:visible .cm-reach.all").first().waitFor();
    await page.locator(".cm-editor:visible .cm-reach.none").first().waitFor();
    await page.click('.lacking button:has-text("stones.rules")');
    await page.locator(".lacking li").first().waitFor();
    assert.match(await page.locator(".lacking").innerText(), /never/);
    await looksRight(page, "desk-coverage-1280");
  },

  "balance is played, and a long run is stopped": async ({ page }) => {
    await pane(page, "balance");
    await page.fill("#balance-games", "200");
    await page.click('[data-do="balance"]');
    await page.waitForSelector('[data-deals="200"]');
    await page.locator('[data-row="gray"] .whisker, [data-row="gray"]').first().waitFor();
    await looksRight(page, "desk-balance-1280");
    await page.fill("#balance-games", "1000000");
    await page.click('[data-do="balance"]');
    await page.waitForFunction(() => document.querySelector(".progress progress")?.value > 0);
    await page.click('[data-do="stop"]');
    await page.waitForSelector('[data-do="balance"]:not([disabled])');
    // What was found so far stays.
    await page.waitForSelector("[data-deals]");
  },

  "a position is set and becomes a ruling": async ({ page, onDisk }) => {
    // A position is set: a number, and a piece that is dragged; the move made there becomes a ruling.
    await pane(page, "position");
    await page.fill('[data-var="Seat P0-marks"]', "40");
    await page.locator('[data-place="places bag"] [data-piece="green"]').dragTo(page.locator('[data-place="players 0 places line"] summary'));
    await page.locator('[data-place="players 0 places line"] [data-piece="green"]').waitFor({ state: "attached" });
    await looksRight(page, "desk-position-1280");
    await page.click('[data-do="place"]');
    await pane(page, "table");
    await page.waitForFunction(() => document.querySelector(".beside").innerText.includes("40"));
    await page.click('#question .step:has-text("leap")');
    await page.waitForFunction(() => document.documentElement.dataset.state.split("/")[1] === "1");
    await pane(page, "position");
    await page.fill("#ruling-id", "forty");
    await page.click('.position form button[type="submit"]');
    await page.waitForSelector('.tab.shown:has-text("forty.ruling.yaml")');
    assert.match(await onDisk("stones/rulings/forty.ruling.yaml"), /marks: 40/);
  },

  "texts that others write on the disk": async ({ page, onDisk, folder }) => {
    // What another editor writes is taken over; where both wrote, the author is asked.
    await page.click('[data-file="stones/stones.yaml"]');
    await writeFile(join(folder, "stones/stones.yaml"), (await onDisk("stones/stones.yaml")).replace("worth: 3", "worth: 7"));
    await line(page, "worth: 7").waitFor();
    await line(page, "id: gray").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" # mine");
    await writeFile(join(folder, "stones/stones.yaml"), (await onDisk("stones/stones.yaml")).replace("worth: 7", "worth: 8"));
    await page.waitForSelector(".conflict");
    await save(page);
    assert.match(await onDisk("stones/stones.yaml"), /worth: 8/, "nothing is written over");
    await page.click('[data-settle="mine"]');
    await page.waitForFunction(() => document.querySelector('[data-do="save"]').disabled);
    assert.match(await onDisk("stones/stones.yaml"), /# mine/);
  },

  "a position that can not be carried over": async ({ page, onDisk }) => {
    // What the position holds is gone from the rules: the reason is told, and the author begins anew.
    await pane(page, "table");
    // By keys: what the language server says of a text moves its lines, just when one of them is clicked on a busy machine.
    const lines = (await onDisk("stones/stones.yaml")).split("\n");
    await page.locator(".cm-content:visible").focus();
    await page.keyboard.press("Control+Home");
    for (let n = lines.findIndex((text) => text.includes("id: green")); n > 0; n -= 1) await page.keyboard.press("ArrowDown");
    await until(15, "the cursor stands on the line", async () =>
      (await page.locator(".cm-editor:visible .cm-activeLine").innerText()).includes("id: green"),
    );
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("- { id: white, worth: 5 }");
    await save(page);
    await rules(page, "lost");
    assert.match(await page.textContent(".rules-bar"), /green/);
    await page.click('[data-do="anew"]');
    await rules(page, "sound");
    await looksRight(page, "desk-1280");
  },

  "one part at a time on a phone": async ({ page }) => {
    // On a phone: one part at a time.
    await page.setViewportSize(PHONE);
    for (const part of ["files", "text", "table", "rulings", "position", "reactions", "coverage", "balance"]) {
      await pane(page, part);
      await page.waitForSelector(`.desk[data-pane="${part}"]`);
      await looksRight(page, `desk-${part}-390`);
    }
    await page.click('footer button[lang="ja"]');
    assert.match(await page.textContent(".panes"), /裁定/);
  },
};

/** Does a step, which ends in time or fails with its name, what the desk shows, and a picture of it. */
async function step(name, work, page) {
  const begun = performance.now();
  try {
    await within(180, name, work);
  } catch (error) {
    const shown = await within(10, "what the desk shows", page.evaluate(() => ({ ...document.documentElement.dataset, text: document.querySelector(".beside")?.innerText }))).catch(String);
    await within(10, "a picture", page.screenshot({ path: `${pictures}/desk-failed.png` })).catch(() => {});
    throw new Error(`${name}: ${error.message}\nthe desk shows: ${JSON.stringify(shown)}`, { cause: error });
  }
  console.log(`  ${name}: ${Math.round(performance.now() - begun)} ms`);
}

async function desk() {
  const { folder, link, close } = await startDesk();
  const onDisk = (path) => readFile(join(folder, path), "utf8");
  const { page, troubles, close: leave } = await newPage(new URL("/", link).href, WIDE);
  try {
    await step("the desk opens", async () => {
      await page.goto(link);
      await begin(page);
      assert.ok(!page.url().includes("desk="), "the token is not left in the address bar");
    }, page);
    for (const [name, work] of Object.entries(STEPS)) await step(name, () => work({ page, onDisk, folder }), page);
    assert.deepEqual(troubles, []);
  } catch (error) {
    if (troubles.length > 0) console.error(`what the page complained of: ${troubles.join("; ")}`);
    throw error;
  } finally {
    await within(20, "the page closes", leave()).catch(() => {});
    await close();
  }
  console.log("the desk: edits, mistakes, completion, rename, rulings, positions, the disk: as they should be");
}

/** Chooses the files of a game one by one: a whole folder can't be handed to Debian's Chromium from outside. */
async function chooseFiles(page, folder) {
  await page.waitForSelector("#own-game", { state: "attached" });
  await page.evaluate(() => document.querySelector("#own-game").removeAttribute("webkitdirectory"));
  const files = (await readdir(folder, { withFileTypes: true })).filter((file) => file.isFile());
  await page.setInputFiles("#own-game", files.map((file) => join(folder, file.name)));
}

/** An example of the documentation is changed, which shows a mistake at its place; as it was, it is played. */
async function playground(page, address) {
  await page.goto(`${address}#playground`);
  await page.waitForSelector('.findings[data-sound="true"]');
  const ferry = await page.$eval("#example", (list) => [...list.options].find((one) => one.text === "kind animal").value);
  await page.selectOption("#example", ferry);
  await page.waitForSelector('.tabs [data-file="ferry.rules"][aria-pressed="true"]');
  await page.locator(".cm-about").first().waitFor();
  await page.locator(".cm-line", { hasText: "kind animal" }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" wrong");
  await page.waitForSelector('.findings[data-sound="false"]');
  await page.locator(".cm-lintRange-error").first().waitFor();
  await looksRight(page, "playground-1280");
  await page.click('.findings li button');
  await page.click('.playground header button:has-text("As it was")');
  await page.waitForSelector('.findings[data-sound="true"]');
  await page.setViewportSize(PHONE);
  await looksRight(page, "playground-390");
  await page.setViewportSize(WIDE);
  await page.click('[data-do="play"]');
  await begin(page);
  await page.locator("#question .step").first().click();
  await page.waitForFunction(() => Number(document.documentElement.dataset.state.split("/")[1]) >= 1 || document.documentElement.dataset.state.split("/")[2] !== "0");
}

async function withoutServer() {
  const folder = await mkdtemp(join(tmpdir(), "ludex-static-"));
  const out = join(folder, "public");
  const made = spawnSync(ludex, ["serve", "--static", out, here("desk/stones"), "noah"], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  assert.notEqual(spawnSync(ludex, ["serve", "--static", folder, "noah"]).status, 0, "a folder of other files is left alone");
  const server = await serveFolder(out);
  const { page, troubles, close } = await newPage(server.address, WIDE);
  for (const game of ["stones", "noah"]) {
    await beginByClicks(page, server.address, game, { players: 2, seed: 3 });
    await play(page, { seed: 3 });
  }
  await playground(page, server.address);
  // A game of one's own with a mistake is checked in the page; once it is right it is played.
  const own = join(folder, "stones");
  await cp(here("desk/stones"), own, { recursive: true });
  const sound = await readFile(join(own, "stones.rules"), "utf8");
  await writeFile(join(own, "stones.rules"), sound.replace("reward(1)", "rewrad(1)"));
  await page.goto(server.address);
  await chooseFiles(page, own);
  await page.waitForSelector('#checked[data-sound="false"]');
  assert.match(await page.textContent("#checked pre"), /rewrad[\s\S]*did you mean/);
  await looksRight(page, "static-check-1280");
  await writeFile(join(own, "stones.rules"), sound);
  await chooseFiles(page, own);
  await page.click('#checked[data-sound="true"] button');
  await begin(page);
  await page.click('#question .step:has-text("rest")');
  await page.waitForFunction(() => document.documentElement.dataset.state.split("/")[1] === "1");
  assert.deepEqual(troubles, []);
  await close();
  server.close();
  await rm(folder, { recursive: true, force: true });
  console.log("a folder without a server: plays to the end, checks a game with a mistake, plays it once it is right");
}

/** The playground of web/dist, for which no command is needed. */
async function playgroundAlone() {
  const server = await serveFolder(here("../dist"));
  const { page, troubles, close } = await newPage(server.address, WIDE);
  await page.goto(server.address);
  await page.waitForSelector("[data-game]");
  await playground(page, server.address);
  assert.deepEqual(troubles, []);
  await close();
  server.close();
  console.log("the playground: an example is changed, checked and played");
}

try {
  if (only.includes("playground")) await within(120, "the playground", playgroundAlone());
  if (only.length === 0 || only.includes("static")) await within(600, "the folder without a server", withoutServer());
  if (only.length === 0 || only.includes("desk")) await desk();
} finally {
  await within(20, "Chromium ends", browser.close()).catch((error) => console.error(error.message));
}
