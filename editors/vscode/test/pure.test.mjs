// What needs no editor: which file is of which game, and what ludex answers, asked of the real command.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gameFolder, namedGame, sortOf } from '../dist/test/games.mjs';
import { messagesOf, readVerdicts, stepAt, whatIsWrong } from '../dist/test/rulings.mjs';

const repository = resolve(import.meta.dirname, '../../..');
const ludex = process.env.LUDEX ?? 'ludex';

test('a file is of the nearest game above it', () => {
  assert.equal(gameFolder(join(repository, 'games/noah/rulings/departure/x.ruling.yaml')), join(repository, 'games/noah'));
  assert.equal(gameFolder(join(repository, 'docs/x.yaml')), undefined);
  assert.deepEqual(
    ['a/b.ruling.yaml', 'a/game.yaml', 'view.yaml', 'look.yaml', 'statements.yaml', 'cards.yaml', 'words.ja.yaml', 'a.rules']
      .map((file) => sortOf(file)),
    ['rulings', 'manifest', 'view', 'look', 'statements', 'tables', undefined, undefined],
  );
  assert.equal(namedGame('id: x\ngame: "noah"\n'), 'noah');
  assert.equal(namedGame('id: x\n# game: noah\n'), undefined);
});

test('the step of a line of play', () => {
  const text = 'id: x\nplay:\n  - "P0: a"\n  - expect: ["b"]\n  - "P1: c"\nexpect:\n  - d\n';
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((line) => stepAt(text, line)), [undefined, undefined, 0, 1, 1, undefined, undefined]);
});

test('verdicts of rulings that pass and of one that fails', () => {
  const one = 'games/noah/rulings/departure/a-gift-does-nothing.ruling.yaml';
  const passed = readVerdicts(execFileSync(ludex, ['rulings', 'test', one, '--json', '--check'], { cwd: repository, encoding: 'utf8' }));
  assert.equal(passed.length, 1);
  assert.deepEqual([passed[0].path, passed[0].verdict], [one, 'passed']);
  const folder = mkdtempSync(join(tmpdir(), 'ludex-'));
  const file = join(folder, 'wrong.ruling.yaml');
  const text = readFileSync(join(repository, one), 'utf8').replace('id: a-gift-does-nothing', 'id: wrong\ngame: noah');
  writeFileSync(file, `${text}winners: [P0]\n`);
  const { stdout } = spawnSync(ludex, ['rulings', 'test', file, '--json', '--check'], { cwd: repository, encoding: 'utf8' });
  const failed = readVerdicts(stdout);
  assert.equal(failed.length, 1);
  assert.notEqual(failed[0].verdict, 'passed');
  assert.ok(whatIsWrong(failed[0]).length > 20, whatIsWrong(failed[0]));
  assert.ok(failed[0].diagnostics.some((problem) => problem.file !== null && problem.line > 1), JSON.stringify(failed[0].diagnostics));
  assert.equal(readVerdicts('no json'), undefined);
  assert.equal(readVerdicts('{"schema":"ludex/check/1"}'), undefined);
});

test('each problem of a ruling that was played stands at its place, and what waits at the beginning', () => {
  const uri = 'file:///x.ruling.yaml';
  const location = { uri, range: { start: { line: 4, character: 2 }, end: { line: 4, character: 9 } } };
  const played = { uri, verdict: 'failed', problems: [{ message: 'not so', location }], difference: null, outcome: null };
  assert.deepEqual(messagesOf(played), played.problems);
  const [waits, ...more] = messagesOf({ ...played, verdict: 'differs', problems: [], difference: '- a\n+ b\n' });
  assert.deepEqual(more, []);
  assert.match(waits.message, /accept it or reject it.*\n\n- a\n\+ b$/s);
  assert.equal(waits.location.range.start.line, 0);
  assert.deepEqual(messagesOf({ ...played, verdict: 'broken', problems: [] }).map((one) => one.message), ['broken']);
});

test('commands that are contributed are registered, and none has a name of the language server', () => {
  const { contributes } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'));
  const source = readFileSync(resolve(import.meta.dirname, '../src/extension.ts'), 'utf8');
  const registered = [.../commands: Readonly.*?= \{(.*?)\n {2}\};/s.exec(source)[1].matchAll(/^ {4}(\w+):/gm)].map((found) => `ludexEditor.${found[1]}`);
  const names = contributes.commands.map((one) => one.command);
  assert.deepEqual([...names].sort(), registered.sort());
  const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map((one) => one.command);
  assert.deepEqual(used.filter((one) => !names.includes(one)), []);
});
