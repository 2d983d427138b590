// Tables in the browser: `ludex serve` for a game, for as long as the editor is open.
import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { ludexPath, ludexVersion, output, tellMissing } from './command';

/** A server of one game. */
interface Served {
  readonly process: ChildProcess;
  readonly port: number;
  /** A file of rules or of a table was saved after the server had read it. */
  isStale: boolean;
}

/** The servers that were started here, by the folder of their game. */
export class Tables implements vscode.Disposable {
  private readonly served = new Map<string, Served>();
  private readonly saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    for (const [folder, one] of this.served) one.isStale ||= uri.fsPath.startsWith(folder + path.sep);
  });

  /** `storage` is where tables are kept. */
  constructor(private readonly storage: vscode.Uri) {}

  /** Opens the page of a game in the browser, with its rules as they were saved. */
  async open(game: string, cwd: string): Promise<void> {
    if ((await ludexVersion()) === undefined) {
      await tellMissing();
      return;
    }
    const folder = path.resolve(cwd, game);
    try {
      const port = await this.portOf(folder, game, cwd);
      const page = await vscode.env.asExternalUri(vscode.Uri.parse(`http://127.0.0.1:${port}/`));
      await vscode.env.openExternal(page);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.saved.dispose();
    for (const { process } of this.served.values()) process.kill();
  }

  private async portOf(folder: string, game: string, cwd: string): Promise<number> {
    const before = this.served.get(folder);
    if (before !== undefined && !before.isStale) return before.port;
    if (before !== undefined) await ended(before.process);
    // The same port, so that a page that is open comes back to its table.
    const served = await this.start(folder, game, cwd, before?.port ?? 0);
    this.served.set(folder, served);
    served.process.on('exit', () => {
      if (this.served.get(folder) === served) this.served.delete(folder);
    });
    return served.port;
  }

  /** Starts a server, and waits until it listens. */
  private async start(folder: string, game: string, cwd: string, port: number): Promise<Served> {
    await vscode.workspace.fs.createDirectory(this.storage);
    const store = vscode.Uri.joinPath(this.storage, `${path.basename(folder)}.db`).fsPath;
    const process = spawn(ludexPath(), ['serve', game, '--port', String(port), '--store', store], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    return new Promise((resolve, reject) => {
      let said = '';
      process.stderr.setEncoding('utf8').on('data', (part: string) => {
        output.info(part.trimEnd());
        said += part;
        const listening = /^listening at http:\/\/[^/]*:(\d+)\//m.exec(said);
        if (listening !== null) resolve({ process, port: Number(listening[1]), isStale: false });
      });
      process.on('error', reject);
      process.on('exit', () => reject(new Error(`ludex serve ${game}: ${said.trim() || 'it ended at once'}`)));
    });
  }
}

/** Ends a process, and waits until its port is free. */
async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  process.kill();
  await exit;
}
