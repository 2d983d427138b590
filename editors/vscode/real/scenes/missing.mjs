// Without the command: the window says how to get it.
import assert from 'node:assert/strict';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/without`);
  const words = await window.notification('was not found');
  assert.match(words, /`ludex-that-is-not-there` was not found/);
  await window.shot('missing');
  await page.click('.notification-toast .monaco-button:has-text("How to Install")');
  await window.see('.tab.active[data-resource-name="How to get ludex.md"]');
  await window.until('how to get it', async () => (await window.lines()).some(({ text }) => text.includes('cargo install ludex')));
  seen('how to get the command');
  await window.run('ludex: Check This Game in the Terminal');
  await window.notification('was not found');
  seen('a command says it, too');
}
