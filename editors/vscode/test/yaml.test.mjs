// The schemas before the real yaml-language-server, asked for as the YAML extension asks.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import rpc from 'vscode-jsonrpc/node.js';
import { Schemas } from '../dist/test/schemas.mjs';

const require = createRequire(import.meta.url);
const repository = resolve(import.meta.dirname, '../../..');
const ludex = process.env.LUDEX ?? 'ludex';
const made = [];
let serverRuns = false;
const schemas = new Schemas(
  async (game, sort) => {
    made.push([game, sort]);
    return execFileSync(ludex, ['schema', game, '--of', sort], { encoding: 'utf8' });
  },
  () => ({ server: serverRuns }),
);

const main = join(dirname(require.resolve('yaml-language-server/package.json')), 'bin/yaml-language-server');
const server = spawn(process.execPath, [main, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
const waiting = new Map();
connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => waiting.get(uri)?.(diagnostics));
connection.onRequest('custom/schema/request', (resource) => schemas.address(fileURLToPath(Array.isArray(resource) ? resource[0] : resource)));
connection.onRequest('custom/schema/content', async (address) => schemas.content(address));
connection.onRequest('client/registerCapability', () => null);
connection.onRequest('workspace/configuration', ({ items }) => items.map(({ section }) => (section === 'yaml' ? { validate: true, schemaStore: { enable: false } } : {})));
connection.listen();
await connection.sendRequest('initialize', {
  processId: process.pid, rootUri: pathToFileURL(repository).href, workspaceFolders: null,
  capabilities: { workspace: { configuration: true }, textDocument: { publishDiagnostics: {}, completion: { completionItem: {} }, hover: {} } },
});
await connection.sendNotification('initialized', {});
await connection.sendNotification('yaml/registerCustomSchemaRequest');
after(() => {
  connection.dispose();
  server.kill();
});

let version = 0;
/** What the server says of a text that stands under a path. */
async function diagnostics(path, text) {
  // A name of its own, as the server remembers the schema of each file.
  version += 1;
  const uri = pathToFileURL(join(repository, path).replace(/(\.\w+\.yaml|\.yaml)$/, `${version}$1`)).href;
  const told = new Promise((resolve) => waiting.set(uri, resolve));
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version, text } });
  return { uri, found: (await told).map((one) => `${one.range.start.line + 1}: ${one.message}`) };
}

const cards = 'games/ark_nova/animals.yaml';
const text = readFileSync(join(repository, cards), 'utf8');

test('the rows of Ark Nova are right', async () => {
  assert.deepEqual((await diagnostics(cards, text)).found, []);
  assert.deepEqual(made, [[join(repository, 'games/ark_nova'), 'tables']]);
});

test('a wrong key and a wrong value are told at their line', async () => {
  const wrong = text.replace('cost: 17, size: 5', 'costs: 17, size: five');
  const { found } = await diagnostics(cards, wrong);
  const line = wrong.slice(0, wrong.indexOf('costs:')).split('\n').length;
  assert.ok(found.some((one) => one.startsWith(`${line}:`) && one.includes('costs')), found.join('\n'));
  assert.ok(found.every((one) => one.startsWith(`${line}:`)), found.join('\n'));
});

test('keys are completed with their words', async () => {
  const { uri } = await diagnostics(cards, 'animal:\n  - id: A999\n    \n');
  const answer = await connection.sendRequest('textDocument/completion', { textDocument: { uri }, position: { line: 2, character: 4 } });
  const labels = answer.items.map((item) => item.label);
  for (const key of ['name', 'cost', 'icons', 'on_play']) assert.ok(labels.includes(key), labels.join(' '));
});

test('rulings have their own schema', async () => {
  const path = 'games/ark_nova/rulings/break/x.ruling.yaml';
  const { found } = await diagnostics(path, 'id: x\nasks: a\nsays: b\ngives: {}\n');
  assert.ok(found.some((one) => one.includes('gives')), found.join('\n'));
});

test('where the language server runs, nothing is told, completed or explained twice', async () => {
  serverRuns = true;
  const { uri, found } = await diagnostics(cards, text.replace('cost: 17, size: 5', 'costs: 17, size: five'));
  assert.deepEqual(found, []);
  const position = { line: 6, character: 8 };
  const answer = await connection.sendRequest('textDocument/completion', { textDocument: { uri }, position });
  assert.deepEqual(answer.items, []);
  const hover = await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
  assert.equal(hover?.contents.value ?? '', '');
});

const hasServer = spawnSync(ludex, ['lsp', '--help']).status === 0;
test('both servers together tell a mistake once', { skip: !hasServer && `${ludex} has no language server` }, async () => {
  serverRuns = true;
  const wrong = text.replace('cost: 17, size: 5', 'costs: 17, size: 5');
  const line = wrong.slice(0, wrong.indexOf('costs:')).split('\n').length;
  const folder = mkdtempSync(join(tmpdir(), 'ludex-'));
  const games = join(folder, 'games');
  cpSync(join(repository, 'games/ark_nova'), join(games, 'ark_nova'), { recursive: true });
  const own = spawn(ludex, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'], cwd: folder });
  const asked = rpc.createMessageConnection(new rpc.StreamMessageReader(own.stdout), new rpc.StreamMessageWriter(own.stdin));
  try {
    const uri = pathToFileURL(join(games, 'ark_nova/animals.yaml')).href;
    const told = new Promise((found) => {
      asked.onNotification('textDocument/publishDiagnostics', (one) => one.uri === uri && one.diagnostics.length > 0 && found(one.diagnostics));
    });
    for (const request of ['client/registerCapability', 'window/workDoneProgress/create', 'workspace/diagnostic/refresh']) asked.onRequest(request, () => null);
    asked.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
    asked.listen();
    const root = pathToFileURL(folder).href;
    await asked.sendRequest('initialize', {
      processId: process.pid, rootUri: root, workspaceFolders: [{ uri: root, name: 'open' }],
      capabilities: { textDocument: { publishDiagnostics: {} } },
    });
    await asked.sendNotification('initialized', {});
    await asked.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: wrong } });
    const ours = (await told).filter((one) => one.range.start.line + 1 === line && one.message.includes('costs'));
    const theirs = (await diagnostics(cards, wrong)).found;
    assert.equal(ours.length + theirs.length, 1, JSON.stringify([ours, theirs]));
  } finally {
    asked.dispose();
    own.kill();
    rmSync(folder, { recursive: true });
  }
});
