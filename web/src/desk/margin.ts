// Coverage in the margin: a bar beside each line of rules, by what rulings reach on it.
import { effect } from "@preact/signals";
import { type Extension, type RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker, ViewPlugin } from "@codemirror/view";
import { t } from "../text";
import { coverage, type LineCoverage } from "./studies";

/** A bar that tells by its form too: full, half, or an open box. */
class Bar extends GutterMarker {
  constructor(private readonly line: LineCoverage) {
    super();
  }
  override eq(other: Bar): boolean {
    return JSON.stringify(other.line) === JSON.stringify(this.line);
  }
  override toDOM(): HTMLElement {
    const { covered, all, hits, missing } = this.line;
    const bar = document.createElement("span");
    bar.className = `cm-reach ${covered === all ? "all" : covered === 0 ? "none" : "some"}`;
    bar.title = [t("desk_reached", { covered, all, hits }), ...missing].join("\n");
    return bar;
  }
}

const setBars = StateEffect.define<RangeSet<GutterMarker>>();

const bars = StateField.define<RangeSet<GutterMarker>>({
  create: () => new RangeSetBuilder<GutterMarker>().finish(),
  update(set, transaction) {
    const mapped = set.map(transaction.changes);
    return transaction.effects.reduce((last, effect) => (effect.is(setBars) ? effect.value : last), mapped);
  },
});

/** The bars of a text, drawn anew with each finding about it; edits move them along. */
export function coverageMargin(path: string): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      private readonly end: () => void;
      constructor(view: EditorView) {
        let last: LineCoverage[] | undefined;
        this.end = effect(() => {
          const lines = coverage.value.found?.files.find((file) => file.path === path)?.lines;
          if (lines === last) return;
          last = lines;
          // An editor takes no change while another is being made.
          queueMicrotask(() => view.dispatch({ effects: setBars.of(marked(view, lines ?? [])) }));
        });
      }
      destroy(): void {
        this.end();
      }
    },
  );
  return [bars, plugin, gutter({ class: "cm-reaches", markers: (view) => view.state.field(bars) })];
}

function marked(view: EditorView, lines: LineCoverage[]): RangeSet<GutterMarker> {
  const set = new RangeSetBuilder<GutterMarker>();
  const { doc } = view.state;
  for (const line of lines) {
    if (line.line >= doc.lines) continue;
    const { from } = doc.line(line.line + 1);
    set.add(from, from, new Bar(line));
  }
  return set.finish();
}
