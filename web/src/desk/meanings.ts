// Colours by meaning: the server's semantic tokens as decorations.
import { LSPPlugin } from "@codemirror/lsp-client";
import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { languageClient, request } from "./language";

/** Waits after the last key before colours are asked for, in milliseconds. */
const PAUSE = 250;

const setColours = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    const mapped = set.map(transaction.changes);
    return transaction.effects.reduce((last, effect) => (effect.is(setColours) ? effect.value : last), mapped);
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface Legend {
  semanticTokensProvider?: { legend: { tokenTypes: string[] } };
}

export function meanings(uri: string): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      private timer = 0;
      constructor(private readonly view: EditorView) {
        this.ask(0);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged) this.ask(PAUSE);
      }
      destroy(): void {
        clearTimeout(this.timer);
      }
      private ask(pause: number): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void colour(this.view, uri), pause) as unknown as number;
      }
    },
  );
  return [colours, plugin];
}

async function colour(view: EditorView, uri: string): Promise<void> {
  const doc = view.state.doc;
  // An answer about a text that has changed is refused; the change asks again.
  const answer = await request<{ data: number[] } | null>("textDocument/semanticTokens/full", { textDocument: { uri } }).catch(() => null);
  if (!answer || view.state.doc !== doc || !LSPPlugin.get(view)) return;
  const legend = (languageClient().serverCapabilities as Legend | null)?.semanticTokensProvider?.legend.tokenTypes ?? [];
  const set = new RangeSetBuilder<Decoration>();
  let [line, character] = [0, 0];
  for (let n = 0; n + 4 < answer.data.length; n += 5) {
    const [down = 0, right = 0, length = 0, type = 0] = answer.data.slice(n, n + 4);
    character = down === 0 ? character + right : right;
    line += down;
    const from = doc.line(line + 1).from + character;
    set.add(from, Math.min(from + length, doc.length), Decoration.mark({ class: `cm-m-${legend[type] ?? "none"}` }));
  }
  view.dispatch({ effects: setColours.of(set.finish()) });
}
