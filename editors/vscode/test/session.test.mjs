// An author's way through VS Code's own client library (vscode-languageserver-protocol), over stdin and stdout of the real command:
// a copy of Ark Nova gets a mistake, which is told and mended by a code action; a word is completed, a card renamed, a file
// formatted, and a lens of a ruling accepts its outcome.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import lsp from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const repository = resolve(import.meta.dirname, '../../..');
const ludex = process.env.LUDEX ?? 'ludex';
const skip = spawnSync(ludex, ['lsp', '--help']).status !== 0 && `${ludex} has no language server`;
const desk = mkdtempSync(join(tmpdir(), 'ludex-'));
const game = join(desk, 'games/ark_nova');
const accepted = join(desk, 'snapshots/ark_nova/sponsors/several-owners-react.snap');
const ruling = join(game, 'rulings/sponsors/several-owners-react.ruling.yaml');
let server;
let connection;
/** The open texts as the client has them, by URI. */
const documents = new Map();
/** What was told of each file last, and who waits for it. */
const told = new Map();
let waiting = [];

const uriOf = (path) => pathToFileURL(path).href;
const documentOf = (path) => documents.get(uriOf(path));

async function open(path) {
  const uri = uriOf(path);
  const languageId = path.endsWith('.rules') ? 'ludex' : 'yaml';
  const document = TextDocument.create(uri, languageId, 1, readFileSync(path, 'utf8'));
  documents.set(uri, document);
  const textDocument = { uri, languageId, version: 1, text: document.getText() };
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
}

/** Makes edits in an open text, each told as a range, as an editor does. */
async function edit(uri, edits) {
  const document = documents.get(uri);
  // From behind, so that each range is one of the text as it then is.
  const ordered = [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
  const contentChanges = ordered.map(({ range, newText }) => ({ range, text: newText }));
  documents.set(uri, TextDocument.update(document, contentChanges, document.version + 1));
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: documents.get(uri).version },
    contentChanges,
  });
}

/** Returns the place behind the first of a text. */
function behind(path, text) {
  const document = documentOf(path);
  const at = document.getText().indexOf(text);
  assert.notEqual(at, -1, text);
  return document.positionAt(at + text.length);
}

async function replace(path, old, newText) {
  const document = documentOf(path);
  const end = behind(path, old);
  const start = document.positionAt(document.offsetAt(end) - old.length);
  await edit(uriOf(path), [{ range: { start, end }, newText }]);
}

/** Waits for what is wrong with an open text as it is now. */
async function diagnostics(path) {
  const uri = uriOf(path);
  for (;;) {
    const last = told.get(uri);
    if (last?.version === documents.get(uri).version) return last.diagnostics;
    await new Promise((go) => waiting.push(go));
  }
}

const at = (path, position) => ({ textDocument: { uri: uriOf(path) }, position });
const animals = join(game, 'animals.yaml');

before(async () => {
  if (skip) return;
  cpSync(join(repository, 'games/ark_nova'), game, {
    recursive: true,
    filter: (source) => !/rulings\/(?!sponsors)/.test(source.slice(repository.length)),
  });
  cpSync(join(repository, 'snapshots/ark_nova'), join(desk, 'snapshots/ark_nova'), { recursive: true });
  rmSync(accepted);
  server = spawn(ludex, ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], cwd: desk });
  connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
    told.set(params.uri, params);
    for (const go of waiting.splice(0)) go();
  });
  for (const type of [lsp.RegistrationRequest.type, lsp.WorkDoneProgressCreateRequest.type, lsp.CodeLensRefreshRequest.type]) {
    connection.onRequest(type, () => null);
  }
  connection.listen();
  const answer = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: uriOf(desk),
    workspaceFolders: [{ uri: uriOf(desk), name: 'desk' }],
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      textDocument: { completion: { completionItem: { snippetSupport: true } }, codeAction: { isPreferredSupport: true } },
    },
  });
  assert.equal(answer.serverInfo.name, 'ludex');
  await connection.sendNotification(lsp.InitializedNotification.type, {});
});

after(async () => {
  if (!skip) {
    await connection.sendRequest(lsp.ShutdownRequest.type);
    await connection.sendNotification(lsp.ExitNotification.type);
    connection.dispose();
    const code = server.exitCode ?? (await new Promise((ended) => server.on('exit', ended)));
    assert.equal(code, 0);
  }
  rmSync(desk, { recursive: true, force: true });
});

test('a mistake is told, and mended by a code action', { skip, timeout: 120_000 }, async () => {
  await open(animals);
  assert.deepEqual(await diagnostics(animals), []);
  await replace(animals, 'on_play: sprint(3)', 'on_play: sprnt(3)');
  const [mistake, ...more] = await diagnostics(animals);
  assert.deepEqual([mistake.code, documentOf(animals).getText(mistake.range), more], ['N01', 'sprnt', []]);
  const context = { diagnostics: [mistake], only: [lsp.CodeActionKind.QuickFix] };
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: { uri: uriOf(animals) }, range: mistake.range, context });
  const preferred = actions.filter((action) => action.isPreferred);
  assert.deepEqual(preferred.map((action) => action.title), ['Write `sprint` instead of `sprnt`']);
  await edit(uriOf(animals), preferred[0].edit.changes[uriOf(animals)]);
  assert.deepEqual(await diagnostics(animals), []);
});

test('a word is completed, with words about it', { skip, timeout: 120_000 }, async () => {
  await replace(animals, 'on_play: sprint(3)', 'on_play: spri');
  const list = await connection.sendRequest(lsp.CompletionRequest.type, at(animals, behind(animals, 'on_play: spri')));
  const [first] = list.items;
  assert.equal(first.label, 'sprint');
  const whole = await connection.sendRequest(lsp.CompletionResolveRequest.type, first);
  assert.match(whole.documentation.value, /effect sprint/);
  // The place of its argument is filled in.
  await edit(uriOf(animals), [{ range: first.textEdit.range, newText: first.textEdit.newText.replace(/\$\{1:\w+\}/, '3').replace('$0', '') }]);
  assert.match(documentOf(animals).getText(), /id: A401.* on_play: sprint\(3\) \}/);
  assert.deepEqual(await diagnostics(animals), []);
});

test('a card is renamed in its table and in the rulings', { skip, timeout: 120_000 }, async () => {
  await open(ruling);
  const place = at(animals, behind(animals, 'id: A415'));
  const prepared = await connection.sendRequest(lsp.PrepareRenameRequest.type, place);
  assert.equal(prepared.placeholder, 'A415');
  const { changes } = await connection.sendRequest(lsp.RenameRequest.type, { ...place, newName: 'raccoon' });
  assert.ok(Object.keys(changes).length > 2, 'other rulings name it too');
  await edit(uriOf(animals), changes[uriOf(animals)]);
  await edit(uriOf(ruling), changes[uriOf(ruling)]);
  const words = join(game, 'words.ja.yaml');
  await open(words);
  await edit(uriOf(words), changes[uriOf(words)]);
  assert.match(documentOf(words).getText(), /raccoon: アライグマ/);
  assert.match(documentOf(animals).getText(), /id: raccoon, name: Raccoon/);
  assert.match(documentOf(ruling).getText(), /"P1: play_animal raccoon"/);
  assert.doesNotMatch(documentOf(ruling).getText(), /A415/);
  assert.deepEqual([await diagnostics(animals), (await diagnostics(ruling)).filter((one) => one.severity === 1)], [[], []]);
});

test('rules that are out of shape are formatted', { skip, timeout: 120_000 }, async () => {
  const rules = join(game, 'cards.rules');
  await open(rules);
  const shapely = documentOf(rules).getText();
  const head = /^effect .*$/m.exec(shapely)[0];
  await replace(rules, head, head.replaceAll(' ', '   '));
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await connection.sendRequest(lsp.DocumentFormattingRequest.type, { textDocument: { uri: uriOf(rules) }, options });
  await edit(uriOf(rules), edits);
  assert.equal(documentOf(rules).getText(), shapely);
});

test('a lens of a ruling accepts its outcome', { skip, timeout: 120_000 }, async () => {
  const lensesOf = async () => connection.sendRequest(lsp.CodeLensRequest.type, { textDocument: { uri: uriOf(ruling) } });
  const lens = async (title) => {
    for (;;) {
      const found = (await lensesOf()).find((one) => one.command.title === title);
      if (found !== undefined) return found;
      await new Promise((go) => setTimeout(go, 100));
    }
  };
  const { command } = await lens('accept');
  await connection.sendRequest(lsp.ExecuteCommandRequest.type, command);
  await lens('passes');
  assert.ok(existsSync(accepted));
});

test('the test view lists the game and plays a ruling with what is typed', { skip, timeout: 120_000 }, async () => {
  const { games } = await connection.sendRequest('ludex/rulings', {});
  assert.deepEqual(games.map((one) => one.name), ['ark_nova']);
  const listed = games[0].rulings.find((one) => one.uri === uriOf(ruling));
  assert.deepEqual([listed.name, listed.verdict], ['sponsors/several-owners-react', 'passed']);
  const uris = [uriOf(ruling)];
  assert.equal((await connection.sendRequest('ludex/runRulings', { uris })).rulings[0].verdict, 'passed');
  await replace(ruling, 'P1.appeal == 4', 'P1.appeal == 5');
  const [played] = (await connection.sendRequest('ludex/runRulings', { uris })).rulings;
  assert.equal(played.verdict, 'failed');
  assert.match(played.problems[0].message, /does not hold/);
});
