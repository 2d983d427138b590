// What docs/authoring.md says of the editor, done with its peacock: a row in a file of its own, its mistake and the two keys that mend
// it, and a ruling about the card.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';

const PEACOCK = `species:
  - id: peacock
    weight: 4
    tears: 1
    on_load: |
      if size(hand) > 0 {
        may "give a card away" {
          choose card from hand, receiver from oponents(you) "which card, and to whom"
          move card to receiver.hand
        }
      }

animal:
  - { id: peacock_m1, species: peacock, sexes: [male] }
`;

export async function play(window, { url, desk, seen }) {
  mkdirSync(`${desk}/author/games`, { recursive: true });
  writeFileSync(`${desk}/author/games/noah/peacock.yaml`, PEACOCK);
  await window.openFolder(url, `${desk}/author`);
  await window.open('noah/peacock.yaml', 'oponents');
  await window.see('.squiggly-error');
  await window.goTo('oponents');
  for (const _ of '(you) "which card, and to whom"') await window.press('ArrowLeft');
  await window.act('opponents');
  await window.gone('.squiggly-error');
  assert.ok((await window.lines()).some(({ text }) => text.includes('from opponents(you)')));
  seen('two keys mend a misspelt word');

  await window.press('Control+s');
  await window.goTo('id: peacock_m1');
  await window.press('Home');
  for (const _ of '- { id: pea') await window.press('ArrowRight');
  await window.act('Make a ruling about');
  await window.see('.tab.active[data-resource-name="peacock-m1.ruling.yaml"]');
  seen('a ruling about a card begins by an action');
}
