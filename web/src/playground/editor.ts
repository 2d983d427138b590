// The editor of the playground: one for all files, in a shadow root, with what the checker finds.
import { yaml } from "@codemirror/lang-yaml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";
import type { Checked } from "../engine/local";
import { colours, rulesLanguage, theme } from "../editor/looks";

export type Found = Checked["found"][number];

/** Lines that an example is about. */
const setFocus = StateEffect.define<{ line: number; lines: number }>();
const focus = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    const mapped = set.map(transaction.changes);
    return transaction.effects.reduce((last, effect) => (effect.is(setFocus) ? marked(transaction.state, effect.value) : last), mapped);
  },
  provide: (field) => EditorView.decorations.from(field),
});
const shade = Decoration.line({ class: "cm-about" });

function marked(state: EditorState, { line, lines }: { line: number; lines: number }): DecorationSet {
  const last = Math.min(line + lines, state.doc.lines);
  return Decoration.set(Array.from({ length: Math.max(0, last - line) }, (_, n) => shade.range(state.doc.line(line + n + 1).from)));
}

export class PlaygroundEditor {
  /** What stands on the page. */
  readonly place = document.createElement("div");
  private readonly view: EditorView;
  private readonly rules: ReturnType<typeof rulesLanguage>;
  private path = "";
  private isShowing = false;

  constructor(
    keywords: string[],
    private readonly changed: (path: string, text: string) => void,
  ) {
    this.place.className = "editors";
    const shadow = this.place.attachShadow({ mode: "open" });
    this.rules = rulesLanguage(new Set(keywords));
    this.view = new EditorView({ parent: shadow, root: shadow });
  }

  /** Shows a file, with the lines that it is about in sight. */
  show(path: string, text: string, about: { line: number; lines: number } | null): void {
    this.path = path;
    this.isShowing = true;
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.isShowing) this.changed(this.path, update.state.doc.toString());
    });
    const isRules = path.endsWith(".rules");
    const look = EditorView.theme({ "&": { flex: "1", minWidth: "0" }, ".cm-about": { background: "color-mix(in srgb, var(--chosen) 12%, transparent)" } });
    const named = EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0" });
    const extensions = [basicSetup, theme, look, colours, isRules ? this.rules : yaml(), focus, lintGutter(), EditorView.lineWrapping, named, listen];
    this.view.setState(EditorState.create({ doc: text, extensions }));
    if (about && about.lines > 0) {
      const at = this.view.state.doc.line(Math.min(about.line + 1, this.view.state.doc.lines)).from;
      this.view.dispatch({ selection: { anchor: at }, effects: [setFocus.of(about), EditorView.scrollIntoView(at, { y: "start", yMargin: 40 })] });
    }
    this.isShowing = false;
  }

  /** Marks what is wrong with the shown file. */
  tell(found: Found[]): void {
    const { doc } = this.view.state;
    const own = found.filter(({ file, line }) => file === this.path && line !== null && line <= doc.lines);
    const diagnostics = own.map(({ line, column, message, severity, code }): Diagnostic => {
      const { from, to } = doc.line(line ?? 1);
      const at = Math.min(from + (column ?? 1) - 1, to);
      const word = /^[\p{L}\p{N}_]+|^\S/u.exec(doc.sliceString(at, to))?.[0].length ?? 0;
      // At the end of a line the last word is marked, since nothing stands behind it.
      const before = word > 0 ? 0 : (/[\p{L}\p{N}_]+\s*$|\S\s*$/u.exec(doc.sliceString(from, at))?.[0].length ?? 0);
      return { from: at - before, to: at + word, message: `${message} (${code})`, severity: severity === "error" ? "error" : "warning" };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Goes to a place of the shown file. */
  goTo(line: number, column: number): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(line, doc.lines));
    const anchor = Math.min(at.from + column - 1, at.to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
