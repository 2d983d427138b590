// A ruling from nothing: made by a command, accepted and rejected by its lenses; and its game is played.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const LENS = '.codelens-decoration a';

export async function play(window, { url, desk, seen }) {
  const { page } = window;
  const snapshot = `${desk}/open/snapshots/noah/setup/from-nothing.snap`;
  await window.openFolder(url, `${desk}/open`);
  await window.open('noah/noah.rules');
  await window.run('ludex: New Ruling');
  await window.see('.quick-input-widget input');
  await window.type('setup/from-nothing');
  await window.press('Enter');
  await window.see('.tab.active[data-resource-name="from-nothing.ruling.yaml"]');
  seen('a new ruling, opened');

  const lens = async (words) => {
    await page.click(`${LENS}:text-is("${words}")`);
    await page.mouse.move(600, 500);
  };
  await window.see(`${LENS}:has-text("passes")`);
  seen('it is played without being asked for, and passes');

  const accepted = readFileSync(snapshot, 'utf8');
  rmSync(snapshot);
  await lens('passes');
  await lens('accept');
  await window.see(`${LENS}:has-text("passes")`);
  assert.equal(readFileSync(snapshot, 'utf8'), accepted);
  await window.shot('accepted');
  seen('without an outcome it waits; a lens accepts it, and it passes');

  const other = accepted.replace('P0', 'P1');
  writeFileSync(snapshot, other);
  await lens('passes');
  await lens('reject');
  await window.see('.tab.active[data-resource-name="noah.rules"]');
  seen('what happens is rejected: the statement that makes it is shown');
  await window.open('setup/from-nothing.ruling.yaml');
  await window.see(`${LENS}:text-is("rejected: run again")`);
  await window.see('.squiggly-error');
  assert.equal(readFileSync(snapshot, 'utf8'), other);
  seen('the ruling is wrong, and what was accepted stands');
  writeFileSync(snapshot, accepted);

  await window.run('ludex: Play This Game in the Terminal');
  await window.terminal('P0 is asked');
  await window.type('\n');
  await window.terminal('load an animal');
  await window.shot('play');
  seen('the game is played in the terminal');
}
