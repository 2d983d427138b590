// The `ludex` command: where it is, and running it.
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { showPage } from './pages';

/** What a run of the command came to. */
export interface Answer {
  /** 0 fine, 1 problems found, 2 could not run; anything else, or none, is no answer of ludex. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export const output = vscode.window.createOutputChannel('ludex', { log: true });

/** Returns the command as the settings name it. */
export function ludexPath(): string {
  return vscode.workspace.getConfiguration('ludex').get<string>('path', 'ludex') || 'ludex';
}

/** Runs the command in a folder and waits for it. */
export async function runLudex(args: readonly string[], cwd: string, token?: vscode.CancellationToken): Promise<Answer> {
  output.debug(`ludex ${args.join(' ')}   in ${cwd}`);
  return new Promise((resolve) => {
    const child = execFile(ludexPath(), [...args], { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      if (code === undefined || code > 1) output.error(`ludex ${args.join(' ')}: ${stderr.trim() || (error?.message ?? '')}`);
      resolve({ code, stdout, stderr: stderr || (error?.message ?? '') });
    });
    token?.onCancellationRequested(() => child.kill());
  });
}

/** Returns the version of the command, or undefined when there is none. */
export async function ludexVersion(): Promise<string | undefined> {
  const answer = await runLudex(['--version'], process.cwd());
  return answer.code === 0 ? answer.stdout.trim() : undefined;
}

/** Tells how to get the command, unless that is being told. */
let isTelling = false;
export async function tellMissing(): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  const [install, settings] = ['How to Install', 'Open Settings'];
  const words = `The command \`${ludexPath()}\` was not found. Without it there are colours and snippets, but no checks and no rulings.`;
  const chosen = await vscode.window.showErrorMessage(words, install, settings);
  isTelling = false;
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'ludex.path');
  if (chosen === install) await showPage('How to get ludex.md', HOW_TO_INSTALL);
}

const HOW_TO_INSTALL = `# How to get ludex

One of these puts the command on your path; then run "ludex: Restart the Language Server".

    cargo install ludex        with Rust
    cargo binstall ludex       with cargo-binstall, without building
    pipx install ludex-bin     with Python

Or name it in the setting \`ludex.path\`.
`;

/** Runs the command where people see it and may answer; what it said stays there when it has ended. */
export async function runInTerminal(args: readonly string[], cwd: string): Promise<void> {
  if ((await ludexVersion()) === undefined) {
    await tellMissing();
    return;
  }
  // A task, because a terminal closes with its program, and takes along what that said.
  const execution = new vscode.ProcessExecution(ludexPath(), [...args], { cwd });
  const task = new vscode.Task({ type: 'process' }, vscode.TaskScope.Workspace, args.join(' '), 'ludex', execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}
