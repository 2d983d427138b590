// What the rulings say of each row and declaration, at the end of its line: the server's code lenses.
import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import { saved } from "./documents";
import { type Range, request } from "./language";

/** Waits after the last change before lenses are asked for, in milliseconds: rulings are played meanwhile. */
const PAUSE = 1500;

interface Lens {
  range: Range;
  command?: { title: string };
}

class Words extends WidgetType {
  constructor(private readonly words: string) {
    super();
  }
  override eq(other: Words): boolean {
    return other.words === this.words;
  }
  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-lens";
    element.textContent = this.words;
    return element;
  }
}

/** Called after rulings were run. */
export const ruled = new Set<() => void>();

const setLenses = StateEffect.define<DecorationSet>();

const lenses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    const mapped = set.map(transaction.changes);
    return transaction.effects.reduce((last, effect) => (effect.is(setLenses) ? effect.value : last), mapped);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function rulingLenses(uri: string): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      private timer = 0;
      private readonly again = () => this.ask();
      constructor(private readonly view: EditorView) {
        saved.add(this.again);
        ruled.add(this.again);
        this.ask();
      }
      update(update: ViewUpdate): void {
        if (update.docChanged) this.ask();
      }
      destroy(): void {
        saved.delete(this.again);
        ruled.delete(this.again);
        clearTimeout(this.timer);
      }
      private ask(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void show(this.view, uri), PAUSE) as unknown as number;
      }
    },
  );
  return [lenses, plugin];
}

async function show(view: EditorView, uri: string): Promise<void> {
  const doc = view.state.doc;
  const found = await request<Lens[] | null>("textDocument/codeLens", { textDocument: { uri } }).catch(() => null);
  if (!found || view.state.doc !== doc) return;
  const words = new Map<number, string[]>();
  for (const { range, command } of found) {
    if (command) words.set(range.start.line, [...(words.get(range.start.line) ?? []), command.title]);
  }
  const set = new RangeSetBuilder<Decoration>();
  for (const [line, titles] of [...words].sort(([one], [other]) => one - other)) {
    const end = doc.line(line + 1).to;
    set.add(end, end, Decoration.widget({ widget: new Words(titles.join(" · ")), side: 1 }));
  }
  view.dispatch({ effects: setLenses.of(set.finish()) });
}
