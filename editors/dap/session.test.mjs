// The debug adapter before a client that is not ours: the one that VS Code's own adapters are tested with.
// Usage: LUDEX=… node --test session.test.mjs   (`.ci/editors dap` runs it)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import support from '@vscode/debugadapter-testsupport';

const repository = resolve(import.meta.dirname, '../..');
const ruling = join(repository, 'games/noah/rulings/powers/r16-lion-exchanges.ruling.yaml');
const rules = join(repository, 'games/noah/noah.rules');
const table = join(repository, 'games/noah/animals.yaml');
const lineOf = (file, text) => readFileSync(file, 'utf8').split('\n').findIndex((line) => line.includes(text)) + 1;

let client;
before(async () => {
  client = new support.DebugClient(process.env.LUDEX ?? 'ludex', 'dap', 'ludex');
  client.defaultTimeout = 30_000;
  await client.start();
});
after(async () => client.stop());

test('the capabilities that are promised', async () => {
  const { body } = await client.initializeRequest();
  for (const one of ['StepBack', 'ConditionalBreakpoints', 'LogPoints', 'EvaluateForHovers', 'ExceptionInfoRequest', 'RestartRequest']) {
    assert.equal(body[`supports${one}`], true, one);
  }
});

test('a breakpoint in rules and one in a table are met, with names and places', async () => {
  const launched = client.launchRequest({ ruling });
  await client.waitForEvent('initialized');
  await launched;
  const set = async (path, text, more = {}) => {
    const answer = await client.setBreakpointsRequest({ source: { path }, breakpoints: [{ line: lineOf(path, text), ...more }] });
    assert.equal(answer.body.breakpoints[0].verified, true, text);
    assert.equal(answer.body.breakpoints[0].line, lineOf(path, text));
  };
  await set(rules, 'move taken to hand', { condition: 'size(opponent.hand) == 3' });
  await set(table, 'on_load: exchange_a_card');
  await Promise.all([client.configurationDoneRequest(), client.assertStoppedLocation('breakpoint', { path: table, line: lineOf(table, 'on_load: exchange_a_card') })]);
  await Promise.all([client.continueRequest({ threadId: 1 }), client.assertStoppedLocation('breakpoint', { path: rules, line: lineOf(rules, 'move taken to hand') })]);
  const { stackFrames } = (await client.stackTraceRequest({ threadId: 1 })).body;
  assert.equal(stackFrames[0].name, 'effect exchange_a_card');
  assert.equal(stackFrames.at(-1).name, 'P0: P1');
  assert.equal(stackFrames.at(-1).line, lineOf(ruling, '"P0: P1"'));
});

test('variables are expanded, and expressions asked', async () => {
  const [frame] = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;
  const { scopes } = (await client.scopesRequest({ frameId: frame.id })).body;
  assert.deepEqual(scopes.map((one) => one.name), ['Locals', 'Position', 'Seen by P0', 'Seen by P1', 'Seen by P2']);
  const variables = async (reference) => (await client.variablesRequest({ variablesReference: reference })).body.variables;
  const locals = await variables(scopes[0].variablesReference);
  assert.deepEqual(locals.map((one) => one.name), ['you', 'opponent', 'taken']);
  const taken = await variables(locals[2].variablesReference);
  assert.ok(taken.some((one) => one.name === 'species'), 'a piece has its attributes');
  const hidden = await client.evaluateRequest({ expression: 'size(opponent.hand)', frameId: frame.id, context: 'watch' });
  assert.equal(hidden.body.result, '3');
  await assert.rejects(client.evaluateRequest({ expression: 'oponent', frameId: frame.id, context: 'watch' }), /unknown name `oponent`/);
});

test('a step, and back again', async () => {
  const line = lineOf(rules, 'move taken to hand');
  await Promise.all([client.nextRequest({ threadId: 1 }), client.assertStoppedLocation('step', { path: rules, line: line + 1 })]);
  await Promise.all([client.stepBackRequest({ threadId: 1 }), client.assertStoppedLocation('step', { path: rules, line })]);
  await Promise.all([client.reverseContinueRequest({ threadId: 1 }), client.assertStoppedLocation('breakpoint', { path: table, line: lineOf(table, 'on_load: exchange_a_card') })]);
});

test('everything is played, and the session ends', async () => {
  await Promise.all([client.continueRequest({ threadId: 1 }), client.assertStoppedLocation('breakpoint', { path: rules })]);
  const end = client.waitForEvent('stopped');
  await client.continueRequest({ threadId: 1 });
  assert.match((await end).body.description, /everything known is played/);
  await Promise.all([client.continueRequest({ threadId: 1 }), client.waitForEvent('terminated')]);
});
