// The debugger: `ludex dap` over stdin and stdout, for rulings, recorded games and new ones.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { ludexPath, tellMissing, ludexVersion } from './command';
import { gameFolder, isRuling } from './games';

const TYPE = 'ludex';

/** Makes the configuration that debugs a ruling. */
export function rulingConfiguration(file: string): vscode.DebugConfiguration {
  const name = path.basename(file, '.ruling.yaml');
  return { type: TYPE, request: 'launch', name, ruling: file, stopOnEntry: true };
}

/** Debugs the ruling of a file. */
export async function debugRuling(uri: vscode.Uri): Promise<void> {
  await vscode.workspace.saveAll(false);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), rulingConfiguration(uri.fsPath));
}

/** Shows the position as everybody knows it, or one seat alone. */
export async function chooseSeat(): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== TYPE) {
    void vscode.window.showInformationMessage('Debug a ruling or a game first.');
    return;
  }
  const seats = ['all', 'P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'];
  const seat = await vscode.window.showQuickPick(seats, { placeHolder: 'Through whose eyes: what that seat may not know is not shown' });
  if (seat === undefined) return;
  try {
    await session.customRequest('ludex/seenBy', { seat });
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Fills in what a configuration leaves out: without one, the open file is debugged. */
class Configurations implements vscode.DebugConfigurationProvider {
  async resolveDebugConfiguration(_: vscode.WorkspaceFolder | undefined, asked: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
    if ((await ludexVersion()) === undefined) {
      await tellMissing();
      return undefined;
    }
    // Without a `launch.json` the editor hands an empty configuration over.
    if (asked.type !== '' && Object.keys(asked).length > 0) return asked;
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    if (file === undefined) return undefined;
    if (isRuling(file)) return rulingConfiguration(file);
    const game = gameFolder(file);
    return game === undefined ? undefined : { type: TYPE, request: 'launch', name: `a game of ${path.basename(game)}`, game };
  }
}

/** The lens above a ruling. */
class Lenses implements vscode.CodeLensProvider {
  provideCodeLenses(): vscode.CodeLens[] {
    const command = { title: 'Debug this ruling', command: 'ludexEditor.debugRuling' };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }
}

/** Offers the debugger to the editor. */
export function registerDebugger(context: vscode.ExtensionContext): void {
  const start = (session: vscode.DebugSession): vscode.DebugAdapterDescriptor => {
    const cwd = session.workspaceFolder?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(ludexPath(), ['dap'], cwd === undefined ? {} : { cwd });
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, { createDebugAdapterDescriptor: start }),
    vscode.debug.registerDebugConfigurationProvider(TYPE, new Configurations()),
    vscode.languages.registerCodeLensProvider({ scheme: 'file', pattern: '**/*.ruling.yaml' }, new Lenses()),
  );
}
