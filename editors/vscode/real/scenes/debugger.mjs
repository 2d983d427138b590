// The debugger: a breakpoint in rules is met, variables are shown by seat, steps go on and back.
import assert from 'node:assert/strict';

const TOP = '.debug-top-stack-frame-line';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  await window.openFolder(url, `${desk}/open`);
  const here = 'move taken to hand';
  await window.open('noah/noah.rules', here);
  await window.press('F9');
  assert.ok((await window.lineBeside('.codicon-debug-breakpoint')).includes(here));
  seen('a breakpoint in rules');

  await window.open('powers/r16-lion-exchanges.ruling.yaml', 'asks:');
  await window.see('.codelens-decoration a:has-text("Debug this ruling")');
  await page.click('.codelens-decoration a:has-text("Debug this ruling")');
  const at = async (text) => window.until(`stopped at "${text}"`, async () => (await window.lineBeside(TOP))?.includes(text));
  await at('again = false');
  seen('a ruling is debugged by its lens, and stops at its first statement');
  await window.press('F5');
  await at(here);
  seen('the breakpoint is met');

  for (const scope of ['Locals', 'Position', 'Seen by P0', 'Seen by P1', 'Seen by P2']) {
    await window.see(`.debug-variables .monaco-list-row:has-text("${scope}")`);
  }
  await window.see('.debug-variables .monaco-list-row:has-text("opponent")');
  await window.see('.debug-call-stack .monaco-list-row:has-text("exchange_a_card")');
  await window.shot('debugger');
  seen('names with their values, the position, and what each seat sees');

  await window.press('F10');
  await window.until('a step', async () => !(await window.lineBeside(TOP)).includes(here));
  seen('a step');
  await page.click('.debug-toolbar [aria-label^="Step Back"]');
  await at(here);
  seen('a step back');

  await window.run('ludex: Show the Position as a Seat Knows It');
  await window.pick(undefined, 'P1', 'P1');
  await window.until('only what P1 sees', async () => {
    const rows = await window.texts('.debug-variables .monaco-list-row');
    return rows.length > 0 && !rows.some((row) => row.includes('Seen by P2')) && rows;
  });
  await window.shot('debugger-seat');
  seen('the position as one seat knows it');
  await window.press('Shift+F5');
  await window.gone('.debug-toolbar');
  seen('the session ends');
}
