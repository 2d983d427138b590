// ludex in VS Code: the language server, rulings as tests, the debugger, tables in the browser, schemas for YAML, and commands in the
// terminal.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Server } from './client';
import { output, runInTerminal, runLudex, tellMissing } from './command';
import { chooseSeat, debugRuling, registerDebugger } from './debugging';
import { gameFolder, isRuling, namedGame } from './games';
import { registerPages, showPage } from './pages';
import { stepAt } from './rulings';
import { Schemas } from './schemas';
import { Tables } from './tables';
import { Rulings } from './testing';

/** What the YAML extension lends to others: https://github.com/redhat-developer/vscode-yaml. */
interface YamlExtension {
  registerContributor(name: string, address: (resource: string) => string | undefined, content: (address: string) => Promise<string | undefined>): boolean;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new Server();
  const rulings = new Rulings(server);
  const tables = new Tables(context.storageUri ?? context.globalStorageUri);
  context.subscriptions.push(output, server, rulings, tables);
  registerCommands(context, server, rulings, tables);
  registerPages(context);
  registerDebugger(context);
  void vscode.commands.executeCommand('setContext', 'ludex.hasGames', true);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('ludex.path') || event.affectsConfiguration('ludex.server')) void server.restart();
    }),
  );
  await server.start();
  await contributeSchemas(context, server);
}

export function deactivate(): void {
  // What was started is in the subscriptions, which the editor disposes of.
}

/** Hands the YAML extension the schemas of games, where it is installed. */
async function contributeSchemas(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const wanted = (): string => vscode.workspace.getConfiguration('ludex').get<string>('yaml.schemas', 'auto');
  const yaml = vscode.extensions.getExtension<YamlExtension>('redhat.vscode-yaml');
  if (yaml === undefined || wanted() === 'never') return;
  const schemas = new Schemas(
    async (game, sort) => {
      const answer = await runLudex(['schema', game, '--of', sort], game);
      return answer.code === 0 ? answer.stdout : undefined;
    },
    () => ({ server: wanted() === 'auto' && server.isRunning }),
  );
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.{rules,yaml}');
  const forget = (): void => schemas.forget();
  context.subscriptions.push(watcher, watcher.onDidChange(forget), watcher.onDidCreate(forget), watcher.onDidDelete(forget), server.onDidChange(forget));
  const lent = await yaml.activate();
  const address = (resource: string): string | undefined => schemas.address(vscode.Uri.parse(resource).fsPath);
  lent.registerContributor(Schemas.scheme, address, async (one) => schemas.content(one));
}

function registerCommands(context: vscode.ExtensionContext, server: Server, rulings: Rulings, tables: Tables): void {
  const commands: Readonly<Record<string, () => unknown>> = {
    runRuling: async () => withRuling((uri) => void rulings.runFile(uri)),
    debugRuling: async () => withRuling(debugRuling),
    seenBy: async () => chooseSeat(),
    acceptRuling: async () => withRuling((uri) => runInTerminal(['rulings', 'accept', here(uri)], root(uri))),
    openPosition: async () => withRuling(openPosition),
    reviewRulings: async () => withGame((game, cwd) => runInTerminal(['rulings', 'review', game], cwd)),
    checkGame: async () => withGame((game, cwd) => runInTerminal(['check', game], cwd)),
    openTable: async () => withGame(async (game, cwd) => tables.open(game, cwd)),
    playGame: async () => withGame((game, cwd) => runInTerminal(['play', game], cwd)),
    newRuling: async () => withGame(newRuling),
    explain: async () => explain(),
    restartServer: async () => server.restart(),
    showOutput: () => output.show(),
  };
  // Those that begin with `ludex.` are the language server's.
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`ludexEditor.${name}`, run));
  }
}

/** The folder in which commands run: the open one, so that `./games` and the snapshots beside it are found. */
function root(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
}

function here(uri: vscode.Uri): string {
  return path.relative(root(uri), uri.fsPath) || '.';
}

async function withRuling(run: (uri: vscode.Uri, text: string) => unknown): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !isRuling(document.uri.path)) {
    void vscode.window.showInformationMessage('Open a ruling first: a file that ends with `.ruling.yaml`.');
    return;
  }
  await document.save();
  await run(document.uri, document.getText());
}

/** Runs something on the game of the open file, or else on one that is picked. */
async function withGame(run: (game: string, cwd: string) => unknown): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const folder = uri === undefined ? undefined : gameFolder(uri.fsPath);
  let game = folder === undefined ? undefined : vscode.Uri.file(folder);
  if (game === undefined) {
    const manifests = await vscode.workspace.findFiles('**/game.yaml', '**/{target,node_modules,.git}/**');
    const items = manifests.map((one) => ({ label: path.basename(path.dirname(one.fsPath)), description: here(one), uri: vscode.Uri.joinPath(one, '..') }));
    game = (items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: 'Which game' }))?.uri;
  }
  if (game !== undefined) await run(here(game), root(game));
}

/** Stands in the position of a ruling before the line of `play` that the cursor is in. */
async function openPosition(uri: vscode.Uri, text: string): Promise<void> {
  const folder = gameFolder(uri.fsPath);
  const game = folder === undefined ? namedGame(text) : here(vscode.Uri.file(folder));
  if (game === undefined) return;
  const step = stepAt(text, vscode.window.activeTextEditor?.selection.active.line ?? 0);
  await runInTerminal(['repl', game, '--ruling', here(uri), ...(step === undefined ? [] : ['--step', String(step)])], root(uri));
}

async function newRuling(game: string, cwd: string): Promise<void> {
  const name = await vscode.window.showInputBox({ prompt: 'What the ruling is called, with folders', placeHolder: 'setup/first-hand' });
  if (name === undefined || name === '') return;
  const answer = await runLudex(['new', 'ruling', name, '--game', game, '--json'], cwd);
  if (answer.code !== 0) {
    void vscode.window.showErrorMessage(answer.stderr || 'ludex did not answer');
    return;
  }
  const { wrote } = JSON.parse(answer.stdout) as { wrote: string[] };
  const file = wrote.find(isRuling);
  if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(cwd, file)));
}

/** Shows what `ludex explain` says of the word at the cursor, or of one that is typed. */
async function explain(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active, /[A-Za-z_][A-Za-z0-9_]*/);
  const word = range === undefined ? undefined : editor?.document.getText(range);
  const value = await vscode.window.showInputBox({ prompt: 'A name of the game, a row, or a code such as N01', value: word ?? '' });
  if (value === undefined || value === '') return;
  const folder = editor === undefined ? undefined : gameFolder(editor.document.uri.fsPath);
  const isCode = /^[A-Z]+\d\d$/.test(value);
  const name = folder === undefined || isCode || value.includes('/') ? value : `${path.basename(folder)}/${value}`;
  const cwd = editor === undefined ? (vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd()) : root(editor.document.uri);
  const games = folder === undefined || isCode ? [] : ['--games', here(vscode.Uri.file(path.dirname(folder)))];
  const answer = await runLudex(['explain', name, ...games], cwd);
  if (answer.code === undefined) {
    await tellMissing();
    return;
  }
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  await showPage(`${value}.md`, answer.stdout || answer.stderr, beside);
}
