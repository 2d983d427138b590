// What an author does in an editor besides typing: save, rename, take one of the server's changes.
import { signal } from "@preact/signals";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import { attempt } from "../store";
import { t } from "../text";
import { saveAll } from "./documents";
import { applyEdit, type Diagnostic, problems, request, type WorkspaceEdit } from "./language";

interface CodeAction {
  title: string;
  edit?: WorkspaceEdit;
  command?: { command: string; arguments?: unknown[] } | string;
  arguments?: unknown[];
}

/** A question at the foot of the editor: a name, or one of several changes. */
export const asking = signal<{ name: string; answer(name: string): void } | { actions: { title: string; take(): void }[] } | null>(null);

export const save = () => attempt(saveAll);

export function renameHere(view: EditorView): boolean {
  const plugin = LSPPlugin.get(view);
  const word = view.state.wordAt(view.state.selection.main.head);
  if (!plugin || !word) return false;
  const position = plugin.toPosition(word.from);
  const answer = (newName: string) => {
    asking.value = null;
    void attempt(async () => {
      const edit = await request<WorkspaceEdit | null>("textDocument/rename", { textDocument: { uri: plugin.uri }, position, newName });
      if (edit) await applyEdit(edit);
      view.focus();
    });
  };
  asking.value = { name: view.state.sliceDoc(word.from, word.to), answer };
  return true;
}

export function chooseAction(view: EditorView): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return false;
  const { from, to } = view.state.selection.main;
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const touches = (one: Diagnostic) => one.range.start.line <= range.end.line && one.range.end.line >= range.start.line;
  void attempt(async () => {
    const diagnostics = (problems.value.get(plugin.uri) ?? []).filter(touches);
    const found = await request<CodeAction[] | null>("textDocument/codeAction", { textDocument: { uri: plugin.uri }, range, context: { diagnostics } });
    const take = (action: CodeAction) => () => {
      asking.value = null;
      void attempt(() => run(action).then(() => view.focus()));
    };
    const actions = (found ?? []).map((action) => ({ title: action.title, take: take(action) }));
    if (actions.length === 0) throw new Error(t("desk_no_action"));
    asking.value = { actions };
  });
  return true;
}

async function run(action: CodeAction): Promise<void> {
  if (action.edit) await applyEdit(action.edit);
  const command = typeof action.command === "string" ? { command: action.command, arguments: action.arguments } : action.command;
  if (command) await execute(command.command, command.arguments ?? []);
}

export const execute = (command: string, args: unknown[]) => request<unknown>("workspace/executeCommand", { command, arguments: args });
