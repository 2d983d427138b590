// The test view: games and rulings are listed, one runs and passes, one fails at its line, and a lens accepts an outcome.
import assert from 'node:assert/strict';

const ROWS = '.test-explorer .monaco-list-row';
const FAILURE = '.test-error-content-widget';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/open`);
  await window.open('departure/a-gift-does-nothing.ruling.yaml', 'asks:');
  await window.until('the lens above the ruling', async () => (await window.texts('.codelens-decoration')).some((lens) => lens.startsWith('passes')));
  seen('the lens above a ruling that passes');
  await window.press('Control+Alt+r');
  await window.see('.testing-run-glyph.codicon-testing-passed-icon');
  seen('a ruling that passes, beside its text');

  await window.run('Testing: Focus on Test Explorer View');
  await window.see(`${ROWS}:has-text("ark_nova")`);
  for (const parent of ['noah', 'departure']) {
    await page.click(`${ROWS}[aria-label^="${parent}"]`);
    await window.press('ArrowRight');
  }
  await window.see(`${ROWS}[aria-label*="Passed"]:has-text("a-gift-does-nothing")`);
  await window.shot('ruling');
  seen('games, folders and rulings in the test view, with what became of them');

  await window.open('departure/exactly-full-only.ruling.yaml', 'next: P1');
  await window.press('Shift+Home');
  await window.type('next: over');
  await window.press('Control+Alt+r');
  assert.match(await window.lineBeside(FAILURE), /next: over/);
  assert.match((await window.texts(FAILURE)).join('\n'), /P1 is asked next/);
  await window.see(`${ROWS}[aria-label*="Failed"]:has-text("exactly-full-only")`);
  await window.shot('failure');
  seen('a ruling that fails, at the line that fails and in the test view');

  await window.focusText();
  for (const _ of 'over') await window.press('Backspace');
  await window.type('P1');
  await page.hover(`${ROWS}[aria-label^="departure"]`);
  await page.click(`${ROWS}[aria-label^="departure"] [aria-label*="Run Test"]`);
  await window.see(`${ROWS}[aria-label^="departure"][aria-label*="Passed"]`);
  seen('a folder of rulings runs and passes, with what is typed');
}
