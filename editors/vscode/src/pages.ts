// Texts that are shown and not kept: an editor asks about saving untitled files, and of these there is nothing to save.
import * as vscode from 'vscode';

const SCHEME = 'ludex-page';
const texts = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** Shows a text; one that is open under the same name becomes this one. */
export async function showPage(name: string, text: string, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
  texts.set(uri.path, text);
  changed.fire(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, ...options });
}

/** Lets the editor read these texts. */
export function registerPages(context: vscode.ExtensionContext): void {
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
  };
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider));
}
