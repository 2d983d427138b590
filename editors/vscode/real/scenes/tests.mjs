// The test view: games and rulings are listed, one runs and passes, one fails at its line, and a lens accepts an outcome.
import assert from 'node:assert/strict';

const ROWS = '.test-explorer .monaco-list-row';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/open`);
  await window.open('departure/a-gift-does-nothing.ruling.yaml', 'asks:');
  await window.until('the lens above the ruling', async () => (await window.texts('.codelens-decoration')).includes('passes'));
  seen('the lens above a ruling that passes');
  await window.press('Control+Alt+r');
  await window.see('.testing-run-glyph.codicon-testing-passed-icon');
  seen('a ruling that passes, beside its text');

  await window.run('Testing: Focus on Test Explorer View');
  for (const game of ['ark_nova', 'noah']) await window.see(`${ROWS}:has-text("${game}")`);
  await window.shot('ruling');
  seen('games and rulings in the test view');

  const expected = 'exactly-full-only.ruling.yaml';
  await window.open(`departure/${expected}`, 'expect:');
  await window.goTo('next: P');
  await window.press('Shift+Home');
  await window.type('next: over');
  await window.press('Control+Alt+r');
  await window.see('.testing-run-glyph.codicon-testing-failed-icon, .testing-run-glyph.codicon-testing-error-icon');
  const told = await window.until('the failure in the text', async () => (await window.texts('.test-error-content-widget, .testing-inline-message, .test-message-inline-content')).join('\n'));
  assert.match(told, /./);
  await window.shot('failure');
  const line = await window.lineBeside('.test-error-content-widget, .testing-inline-message, .test-message-inline-content');
  assert.match(line, /next: over/);
  seen('a ruling that fails, at the line that fails');
  await window.see(`${ROWS}[aria-label*="exactly-full-only"][aria-label*="ailed"]`);
  seen('the failure in the test view');

  await window.focusText();
  await window.press('Control+z');
  await page.hover(`${ROWS}:has-text("departure")`);
  await page.click(`${ROWS}:has-text("departure") [aria-label*="Run Test"]`);
  await window.see(`${ROWS}[aria-label*="departure"][aria-label*="assed"]`);
  seen('a folder of rulings runs and passes');
}
