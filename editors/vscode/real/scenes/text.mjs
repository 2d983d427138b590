// What stands in the text: colours, a mistake and its mending, hover, completion, lenses.
import assert from 'node:assert/strict';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/open`);

  await window.open('noah/noah.rules', 'place hand per player');
  await window.until('colours in rules', async () => (await window.colours('place hand per player')).size >= 3);
  seen('colours in rules');

  const row = 'on_load: lose 2 penalty';
  await window.open('noah/animals.yaml', row);
  await window.until('colours of rules inside YAML', async () => (await window.colours(row)).size >= 3);
  seen('colours of rules inside YAML');
  await window.until('a lens above the row', async () => (await window.texts('.codelens-decoration')).some((lens) => /^\d+ rulings? pass/.test(lens)));
  seen('how many rulings pass, above a row');

  await window.type('s');
  await window.see('.squiggly-error');
  await window.run('Problems: Focus on Problems View');
  const problem = await window.see('.markers-panel .monaco-list-row:has-text("unknown name")');
  assert.match(await problem.textContent(), /penaltys.*ludex/s);
  await problem.click({ position: { x: 100, y: 8 } });
  await window.see('.squiggly-error');
  await window.shot('mistake');
  seen('a mistake as it is typed, with its code');

  await page.click('.markers-panel .monaco-list-row a:has-text("N01")', { modifiers: ['Alt'] });
  await window.see('.tab.active[data-resource-name="N01.txt"]');
  await window.until('the page about the code', async () => (await window.lines()).some(({ text }) => text.includes('N01')));
  seen('the page about a code, behind its link');
  await window.run('View: Close Editor');

  await window.focusText();
  await window.act('penalty');
  await window.gone('.squiggly-error');
  assert.ok((await window.lines()).some(({ text }) => text.includes(row)), 'the quick fix wrote something else');
  seen('a quick fix mends it, and the mistake goes');
  await window.run('View: Hide Panel');

  await window.goTo(row);
  await window.run('Show or Focus Hover');
  const hover = await window.see('.monaco-hover:not(.hidden) .hover-contents');
  assert.match(await window.until('words about the name', async () => hover.textContent()), /penalty/);
  await window.shot('hover');
  await window.press('Escape');
  seen('what a name is, under the pointer');

  await window.focusText();
  for (const _ of 'penalty') await window.press('Backspace');
  await window.type('pen');
  await window.run('Trigger Suggest');
  await window.see('.suggest-widget.visible .monaco-list-row.focused:has-text("penalty")');
  await window.shot('completion');
  await window.press('Enter');
  await window.gone('.squiggly-error');
  assert.ok((await window.lines()).some(({ text }) => text.includes(row)), 'the completed word is another one');
  seen('a word is completed');
}
