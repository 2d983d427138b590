// The language server: `ludex lsp` over stdin and stdout.
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, State, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { ludexPath, ludexVersion, output, runLudex, tellMissing } from './command';

/** The server while it runs, and starting it anew. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when the server begins or ceases to run. */
  readonly onDidChange = this.changed.event;

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** Asks the server; undefined when none runs. A token that is cancelled cancels the request. */
  async ask<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T | undefined> {
    const client = this.client;
    if (client?.state !== State.Running) return undefined;
    return token === undefined ? client.sendRequest<T>(method, params) : client.sendRequest<T>(method, params, token);
  }

  async start(): Promise<void> {
    const settings = vscode.workspace.getConfiguration('ludex');
    if (!settings.get<boolean>('server.enabled', true)) return;
    const version = await ludexVersion();
    if (version === undefined) {
      await tellMissing();
      return;
    }
    const args = settings.get<string[]>('server.arguments', ['lsp']);
    const help = await runLudex([...args, '--help'], process.cwd());
    if (help.code !== 0) {
      output.warn(`${version} has no language server; a newer one tells mistakes as you type`);
      void vscode.window.showWarningMessage(`${version} has no language server. A newer one tells mistakes as you type.`);
      return;
    }
    output.info(`${version} at ${ludexPath()}`);
    const server: ServerOptions = { command: ludexPath(), args };
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: 'file', language: 'ludex' },
        { scheme: 'file', language: 'yaml' },
      ],
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    };
    const client = new LanguageClient('ludex', 'ludex', server, options);
    this.client = client;
    client.onDidChangeState(() => this.changed.fire());
    try {
      await client.start();
    } catch (error) {
      output.error(`the language server does not start: ${String(error)}`);
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop() === true) await client.stop();
    await client?.dispose();
    this.changed.fire();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
  }
}
