// The language server: a client for all editors, and the files that it knows to be open.
import { LSPClient, LSPPlugin, Workspace, type WorkspaceFile, languageServerExtensions } from "@codemirror/lsp-client";
import { signal } from "@preact/signals";
import type { ChangeSet, Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { token } from "./api";
import { openAndShow, openText, pathOf } from "./documents";

export interface Place {
  line: number;
  character: number;
}
export interface Range {
  start: Place;
  end: Place;
}
export interface Diagnostic {
  range: Range;
  severity?: number;
  message: string;
  code?: string;
}
export interface TextEdit {
  range: Range;
  newText: string;
}
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: ({ textDocument: { uri: string }; edits: TextEdit[] } | { kind: string })[];
}

/** What is wrong, by address. */
export const problems = signal<ReadonlyMap<string, Diagnostic[]>>(new Map());
export const connection = signal<"connecting" | "open" | "lost">("connecting");

class DeskFile implements WorkspaceFile {
  version = 0;
  doc: Text;
  constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly view: EditorView,
  ) {
    this.doc = view.state.doc;
  }
  getView(): EditorView {
    return this.view;
  }
}

/** All open texts, also those whose editor is hidden. */
class DeskWorkspace extends Workspace {
  files: DeskFile[] = [];

  syncFiles() {
    const updates: { file: DeskFile; prevDoc: Text; changes: ChangeSet }[] = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges });
      file.doc = file.view.state.doc;
      file.version += 1;
      plugin.clear();
    }
    return updates;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new DeskFile(uri, languageId, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override async requestFile(uri: string): Promise<WorkspaceFile | null> {
    const path = pathOf(uri);
    if (path !== null) await openText(path);
    return this.getFile(uri);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    const path = pathOf(uri);
    return path === null ? null : openAndShow(path);
  }
}

let client: LSPClient | null = null;

export function languageClient(): LSPClient {
  if (!client) throw new Error("the language server is not connected");
  return client;
}

export const languageExtensions = (uri: string, language: string): Extension => languageClient().plugin(uri, language);

/** Asks the server; what was typed is sent first. */
export function request<Result>(method: string, params: object | null): Promise<Result> {
  languageClient().sync();
  return languageClient().request<object | null, Result>(method, params);
}

export const notify = (method: string, params: object) => languageClient().notification(method, params);

/** Requests that the editor makes by itself, at a pause of the keys or the mouse: nothing is told where one has no answer. */
const UNASKED = ["textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/codeLens", "textDocument/semanticTokens/full"];
/** The server's code for an answer about a text that changed meanwhile (ContentModified), which clients don't show to people. */
const CHANGED = -32801;

/** Makes an empty answer of a refusal that came because the text has changed, for requests that the editor makes by itself. */
function quiet() {
  const unasked = new Set<number | string>();
  return {
    sent(text: string): void {
      const { id, method } = JSON.parse(text) as { id?: number | string; method?: string };
      if (id !== undefined && method !== undefined && UNASKED.includes(method)) unasked.add(id);
    },
    received(text: string): string {
      const { id, error } = JSON.parse(text) as { id?: number | string; error?: { code: number } };
      if (id === undefined || !unasked.delete(id) || error?.code !== CHANGED) return text;
      return JSON.stringify({ jsonrpc: "2.0", id, result: null });
    },
  };
}

/** Runs of rulings that take long, by the server's name for them: how many percent are done. */
export const runs = signal<ReadonlyMap<string, number>>(new Map());

/** Ends all runs that are shown. */
export const stopRuns = () => runs.value.forEach((_, token) => notify("window/workDoneProgress/cancel", { token }));

interface RunProgress {
  token: string;
  value: { kind: "begin" | "report" | "end"; percentage?: number };
}

function keepProgress(_: LSPClient, { token, value }: RunProgress): boolean {
  const all = new Map(runs.value);
  if (value.kind === "end") all.delete(token);
  else all.set(token, value.percentage ?? 0);
  runs.value = all;
  return true;
}

/** The answer to a request of the server, where the client has none: the desk shows the progress of runs. */
function answerServer(text: string): string | null {
  const { id, method } = JSON.parse(text) as { id?: number | string; method?: string };
  return id !== undefined && method === "window/workDoneProgress/create" ? JSON.stringify({ jsonrpc: "2.0", id, result: null }) : null;
}

/** Opens a session with the server of the folder. */
export async function connectLanguage(rootUri: string): Promise<void> {
  const url = new URL("edit/language", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  await new Promise<void>((done, fail) => {
    socket.onopen = () => done();
    socket.onerror = () => fail(new Error("the language server can't be reached"));
  });
  socket.send(token);
  socket.onclose = () => (connection.value = "lost");
  const handlers = new Set<(text: string) => void>();
  const { sent, received } = quiet();
  socket.onmessage = (event: MessageEvent<string>) => {
    const answer = answerServer(event.data);
    if (answer) return socket.send(answer);
    const text = received(event.data);
    handlers.forEach((handle) => handle(text));
  };
  const send = (text: string) => {
    sent(text);
    socket.send(text);
  };
  client = new LSPClient({
    rootUri,
    timeout: 600_000,
    workspace: (made) => new DeskWorkspace(made),
    notificationHandlers: { "textDocument/publishDiagnostics": keepProblems, "window/showMessage": () => true, "$/progress": keepProgress },
    extensions: [...languageServerExtensions(), { clientCapabilities: { window: { workDoneProgress: true } } }],
    unhandledNotification: () => {},
  });
  client.connect({ send, subscribe: (handle) => handlers.add(handle), unsubscribe: (handle) => handlers.delete(handle) });
  await client.initializing;
  connection.value = "open";
}

/** Keeps what is wrong with each file; the editors are told as well, by the client itself. */
function keepProblems(_: LSPClient, { uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }): boolean {
  const all = new Map(problems.value);
  if (diagnostics.length > 0) all.set(uri, diagnostics);
  else all.delete(uri);
  problems.value = all;
  return false;
}

/** Makes a change of several texts: those that are not open are opened, and none is written yet. */
export async function applyEdit(edit: WorkspaceEdit): Promise<void> {
  const edits = new Map<string, TextEdit[]>(Object.entries(edit.changes ?? {}));
  for (const change of edit.documentChanges ?? []) {
    if ("edits" in change) edits.set(change.textDocument.uri, [...(edits.get(change.textDocument.uri) ?? []), ...change.edits]);
  }
  for (const [uri, all] of edits) {
    const path = pathOf(uri);
    if (path === null) continue;
    const { view } = await openText(path);
    const at = ({ line, character }: Place) => Math.min(view.state.doc.line(line + 1).from + character, view.state.doc.length);
    const changes = all.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText }));
    view.dispatch({ changes });
  }
}
