// The test view: games, folders of rulings, rulings. The language server lists and plays them; where none runs, and for rulings that lie
// in no game, `ludex rulings test` does.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from './client';
import { output, runLudex, tellMissing } from './command';
import { debugRuling } from './debugging';
import { gameFolder, isRuling, namedGame } from './games';
import { messagesOf, readVerdicts, whatIsWrong, type Listed, type Place, type Played, type Problem, type Verdict } from './rulings';

const PATTERN = '**/*.ruling.yaml';
const LEFT_OUT = '**/{target,node_modules,.git}/**';

/** The rulings of the open folders as tests. */
export class Rulings implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('ludex.rulings', 'Rulings');
  private readonly disposables: vscode.Disposable[] = [this.controller];

  constructor(private readonly server: Server) {
    this.controller.resolveHandler = async (item) => (item === undefined ? this.findAll() : undefined);
    this.controller.refreshHandler = async () => this.findAll();
    this.controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, async (request, token) => this.run(request, token), true, undefined, true);
    this.controller.createRunProfile('Debug', vscode.TestRunProfileKind.Debug, async (request) => this.debug(request));
    const watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
    this.disposables.push(
      watcher,
      watcher.onDidCreate((uri) => void this.add(uri)),
      watcher.onDidDelete((uri) => this.remove(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.findAll()),
      server.onDidChange(() => void this.findAll()),
    );
    void this.findAll();
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }

  /** Runs the ruling of a file. */
  async runFile(uri: vscode.Uri): Promise<void> {
    const item = this.find(this.controller.items, uri.toString()) ?? (await this.add(uri));
    if (item === undefined) return;
    await this.run(new vscode.TestRunRequest([item]), new vscode.CancellationTokenSource().token);
    await vscode.commands.executeCommand('testing.showMostRecentOutput');
  }

  private async findAll(): Promise<void> {
    const [found, listed] = await Promise.all([vscode.workspace.findFiles(PATTERN, LEFT_OUT), this.server.ask<Listed>('ludex/rulings', {})]);
    // The server knows games; a ruling that names its game may lie anywhere.
    const known = (listed?.games ?? []).flatMap((game) => game.rulings.map((one) => vscode.Uri.parse(one.uri)));
    const all = new Map([...known, ...found].map((uri) => [uri.toString(), uri]));
    const gone: vscode.Uri[] = [];
    this.controller.items.forEach((top) => {
      for (const { uri } of this.leaves(top, new Set())) if (uri !== undefined && !all.has(uri.toString())) gone.push(uri);
    });
    // What stays is left alone: it may be open in the view, with what became of it.
    gone.forEach((uri) => this.remove(uri));
    for (const uri of [...all.values()].sort((a, b) => a.path.localeCompare(b.path))) await this.add(uri);
    for (const one of (listed?.games ?? []).flatMap((game) => game.rulings)) {
      const item = this.find(this.controller.items, vscode.Uri.parse(one.uri).toString());
      if (item !== undefined && one.asks !== null) item.description = one.asks;
    }
  }

  /** Puts a ruling under its game and its folders. */
  private async add(uri: vscode.Uri): Promise<vscode.TestItem | undefined> {
    if (!isRuling(uri.path)) return undefined;
    const folder = gameFolder(uri.fsPath);
    const rulings = folder === undefined ? undefined : path.join(folder, 'rulings');
    const name = folder === undefined ? await this.namedIn(uri) : path.basename(folder);
    const game = this.child(this.controller.items, folder ?? `game:${name}`, name, folder === undefined ? undefined : vscode.Uri.file(folder));
    let parent = game;
    const below = rulings === undefined ? '' : path.relative(rulings, path.dirname(uri.fsPath));
    for (const part of below.startsWith('..') ? [] : below.split(path.sep).filter(Boolean)) {
      parent = this.child(parent.children, `${parent.id}/${part}`, part, undefined);
    }
    return this.child(parent.children, uri.toString(), path.basename(uri.path, '.ruling.yaml'), uri);
  }

  private async namedIn(uri: vscode.Uri): Promise<string> {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return namedGame(text) ?? 'no game';
  }

  private child(items: vscode.TestItemCollection, id: string, label: string, uri: vscode.Uri | undefined): vscode.TestItem {
    const known = items.get(id);
    if (known !== undefined) return known;
    const item = this.controller.createTestItem(id, label, uri);
    if (uri !== undefined && isRuling(uri.path)) item.range = new vscode.Range(0, 0, 0, 0);
    items.add(item);
    return item;
  }

  private remove(uri: vscode.Uri): void {
    const item = this.find(this.controller.items, uri.toString());
    for (let at = item; at !== undefined && at.children.size === 0; ) {
      const above: vscode.TestItem | undefined = at.parent;
      (above?.children ?? this.controller.items).delete(at.id);
      at = above;
    }
  }

  private find(items: vscode.TestItemCollection, id: string): vscode.TestItem | undefined {
    let found = items.get(id);
    items.forEach((item) => {
      found ??= this.find(item.children, id);
    });
    return found;
  }

  private leaves(item: vscode.TestItem, without: ReadonlySet<string>): vscode.TestItem[] {
    if (without.has(item.id)) return [];
    if (item.children.size === 0) return item.uri !== undefined && isRuling(item.uri.path) ? [item] : [];
    const all: vscode.TestItem[] = [];
    item.children.forEach((child) => all.push(...this.leaves(child, without)));
    return all;
  }

  /** Debugs the first of some rulings: one is looked at, not many. */
  private async debug(request: vscode.TestRunRequest): Promise<void> {
    const uri = request.include?.flatMap((item) => this.leaves(item, new Set())).at(0)?.uri;
    if (uri !== undefined) await debugRuling(uri);
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const without = new Set((request.exclude ?? []).map((item) => item.id));
    const tops: vscode.TestItem[] = [];
    if (request.include === undefined) this.controller.items.forEach((item) => tops.push(item));
    else tops.push(...request.include);
    const items = tops.flatMap((item) => this.leaves(item, without));
    const run = this.controller.createTestRun(request);
    items.forEach((item) => run.started(item));
    const served = items.filter((item) => this.server.isRunning && item.uri !== undefined && gameFolder(item.uri.fsPath) !== undefined);
    const byFolder = new Map<string, vscode.TestItem[]>();
    for (const item of items.filter((one) => !served.includes(one))) {
      const folder = vscode.workspace.getWorkspaceFolder(item.uri ?? vscode.Uri.file('/'))?.uri.fsPath ?? path.dirname(item.uri?.fsPath ?? '/');
      byFolder.set(folder, [...(byFolder.get(folder) ?? []), item]);
    }
    await this.runServed(served, run, token);
    for (const [folder, its] of byFolder) await this.runIn(folder, its, run, token);
    run.end();
  }

  /** Has the language server play rulings: what is typed and not saved counts. */
  private async runServed(items: readonly vscode.TestItem[], run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
    if (items.length === 0) return;
    let played: readonly Played[] = [];
    try {
      const uris = items.map((item) => item.uri?.toString() ?? '');
      played = (await this.server.ask<{ rulings: readonly Played[] }>('ludex/runRulings', { uris }, token))?.rulings ?? [];
    } catch (error) {
      if (!token.isCancellationRequested) output.error(`the rulings were not played: ${String(error)}`);
    }
    const byUri = new Map(played.map((one) => [vscode.Uri.parse(one.uri).toString(), one]));
    for (const item of items) this.reportPlayed(item, byUri.get(item.id), run);
  }

  private reportPlayed(item: vscode.TestItem, one: Played | undefined, run: vscode.TestRun): void {
    if (one === undefined) {
      run.skipped(item);
      return;
    }
    if (one.outcome !== null) run.appendOutput(`${one.outcome.replace(/\r?\n/g, '\r\n')}\r\n`, undefined, item);
    if (one.verdict === 'passed') {
      run.passed(item);
      return;
    }
    const told = messagesOf(one);
    const messages = told.map((each) => {
      const message = new vscode.TestMessage(each.message);
      message.location = placeOf(each.location);
      return message;
    });
    const words = told.map((each) => `${each.message}\n`).join('');
    run.appendOutput(words.replace(/\r?\n/g, '\r\n'), undefined, item);
    if (one.verdict === 'broken') run.errored(item, messages);
    else run.failed(item, messages);
  }

  private async runIn(folder: string, items: readonly vscode.TestItem[], run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
    // An open text that was not saved would be judged as it was.
    await vscode.workspace.saveAll(false);
    // The files in parts, so that no command line is too long.
    for (let at = 0; at < items.length; at += 200) {
      const part = items.slice(at, at + 200);
      const paths = part.map((item) => path.relative(folder, item.uri?.fsPath ?? ''));
      const answer = await runLudex(['rulings', 'test', ...paths, '--json'], folder, token);
      if (answer.code === undefined && !token.isCancellationRequested) void tellMissing();
      const verdicts = readVerdicts(answer.stdout);
      if (answer.stderr !== '') run.appendOutput(answer.stderr.replace(/\r?\n/g, '\r\n'));
      if (verdicts === undefined) {
        part.forEach((item) => run.errored(item, new vscode.TestMessage(answer.stderr || 'ludex did not answer')));
        continue;
      }
      const byPath = new Map(verdicts.map((one) => [path.resolve(folder, one.path), one]));
      for (const item of part) this.report(item, byPath.get(item.uri?.fsPath ?? ''), folder, run);
    }
  }

  private report(item: vscode.TestItem, one: Verdict | undefined, folder: string, run: vscode.TestRun): void {
    if (one === undefined) {
      run.skipped(item);
      return;
    }
    if (one.outcome !== null) run.appendOutput(`${one.outcome.replace(/\r?\n/g, '\r\n')}\r\n`, undefined, item);
    if (one.verdict === 'passed') {
      run.passed(item);
      return;
    }
    const message = new vscode.TestMessage(whatIsWrong(one));
    const problem = one.diagnostics.find((each) => each.file !== null && each.line !== null);
    const file = item.uri ?? vscode.Uri.file(path.resolve(folder, one.path));
    message.location = problem === undefined ? new vscode.Location(file, new vscode.Position(0, 0)) : locationOf(problem, folder);
    if (one.verdict === 'broken') run.errored(item, message);
    else run.failed(item, message);
    output.debug(`${one.path}: ${one.verdict}`);
  }
}

function placeOf({ uri, range: { start, end } }: Place): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character));
}

function locationOf(problem: Problem, folder: string): vscode.Location {
  const [line, column] = [(problem.line ?? 1) - 1, (problem.column ?? 1) - 1];
  const end = new vscode.Position((problem.end_line ?? line + 1) - 1, (problem.end_column ?? column + 1) - 1);
  return new vscode.Location(vscode.Uri.file(path.resolve(folder, problem.file ?? '')), new vscode.Range(new vscode.Position(line, column), end));
}
