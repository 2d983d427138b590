// Drives a real VS Code in a real browser: opens a game, makes a mistake, sees it told and mended, runs a ruling, and photographs it.
// Usage: node drive.mjs URL FOLDER SHOTS   (real.sh runs it)
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [, , url, folder, shots] = process.argv;
mkdirSync(shots, { recursive: true });
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
const shot = async (name) => page.screenshot({ path: `${shots}/${name}.png` });
const pause = async (ms) => page.waitForTimeout(ms);

async function run(command) {
  await page.keyboard.press('F1');
  await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
  await page.keyboard.type(command);
  await pause(1500);
  await page.keyboard.press('Enter');
  await pause(1000);
}
async function open(file, line) {
  await page.keyboard.press('Control+p');
  await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
  await page.keyboard.type(file);
  await pause(2500);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`.tab.active[data-resource-name="${file.split('/').pop()}"]`);
  await pause(1500);
  await page.keyboard.press('Control+g');
  await pause(600);
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
  await pause(600);
}
/** The colours of a line of the open text, by its pieces. */
async function colours(text) {
  const found = await page.$$eval('.view-line', (lines, wanted) => {
    const plain = (node) => node.textContent.replaceAll('\u00a0', ' ');
    const line = lines.find((one) => plain(one).includes(wanted));
    return line ? [...line.querySelectorAll('span > span')].map((span) => [plain(span), span.className]) : [];
  }, text);
  return new Set(found.map(([, name]) => name.split(' ').find((one) => /^mtk/.test(one))));
}
const done = (words) => console.log(`seen: ${words}`);

try {
  await page.goto(`${url}/?folder=${folder}`);
  await page.waitForSelector('.monaco-workbench', { timeout: 120_000 });
  await page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: 60_000 });

  // What starts by itself may take the focus until then.
  await pause(6000);

  await open('noah/noah.rules', '70');
  assert.ok((await colours('place hand per player')).size >= 3, 'rules have no colours');
  done('colours in rules');
  await open('noah/animals.yaml', '52:40');
  assert.ok((await colours('on_load: lose 2 penalty')).size >= 3, 'rules inside YAML have no colours');
  done('colours of rules inside YAML');

  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await page.waitForSelector('.squiggly-error', { timeout: 60_000 });
  await run('Problems: Focus on Problems View');
  const problem = await page.waitForSelector('.markers-panel .monaco-list-row:has-text("unknown name")', { timeout: 20_000 });
  assert.match(await problem.textContent(), /penaltys.*ludex/s);
  await shot('mistake');
  done('a mistake as it is typed, with its code');
  await run('View: Focus Active Editor Group');
  await page.keyboard.press('Backspace');
  await page.waitForSelector('.squiggly-error', { state: 'detached', timeout: 60_000 });
  done('the mistake goes when it is mended');

  await run('View: Close Panel');
  await open('departure/a-gift-does-nothing.ruling.yaml', '1');
  await page.keyboard.press('Control+Alt+r');
  await page.waitForSelector('.cgmr.testing-run-glyph.codicon-testing-passed-icon, .testing-run-glyph.codicon-testing-passed-icon', { timeout: 60_000 });
  await pause(1500);
  done('a ruling that passes, beside its text');
  await run('Testing: Focus on Test Explorer View');
  await page.waitForSelector('.test-explorer .monaco-list-row:has-text("noah")', { timeout: 30_000 });
  await pause(1500);
  await shot('ruling');
  const games = await page.$$eval('.test-explorer .monaco-list-row', (rows) => rows.map((row) => row.textContent));
  for (const game of ['ark_nova', 'noah']) assert.ok(games.some((row) => row.includes(game)), `${game} is not in the test view: ${games.join(', ')}`);
  done('games and rulings in the test view');
} catch (error) {
  await shot('failed');
  throw error;
} finally {
  await browser.close();
}
