// The commands of the palette: explain, check, review, a position, a new ruling, a table in the browser.
import assert from 'node:assert/strict';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/open`);
  await window.open('noah/animals.yaml', 'on_load: lose 2 penalty');

  await window.run('ludex: Explain a Name, Card or Code');
  await page.fill('.quick-input-widget input', 'lion');
  await window.press('Enter');
  await window.see('.tab[data-resource-name="lion.md"]');
  await window.until('words about a card', async () => (await window.texts('.view-line')).some((line) => line.includes('noah/lion')));
  seen('explain: a card in words');

  await window.run('ludex: Check This Game in the Terminal');
  await window.terminal('noah: no errors');
  seen('check: its answer stays in the terminal');

  await window.open('powers/r16-lion-exchanges.ruling.yaml', '"P0: P1"');
  await window.run('ludex: Play This Position in the Terminal');
  await window.terminal('> ');
  await window.type(':options\n');
  await window.terminal('P2');
  seen('play this position: the choices of the line stand in the terminal');

  await window.run('ludex: Review Rulings That Changed');
  await window.terminal('0 accepted, 0 rejected');
  seen('review');

  const [table] = await Promise.all([page.context().waitForEvent('page'), window.run('ludex: Open the Table in the Browser')]);
  await table.waitForLoadState();
  const games = await table.evaluate(async () => (await fetch('api/games')).json());
  assert.match(JSON.stringify(games), /"noah"/);
  await table.screenshot({ path: `${window.shots}/table.png` });
  seen('a table in the browser');
}
