// The graph of what leads to what: columns by the number of steps from the word at the cursor, with a line for each step.
import { t } from "../text";
import type { Item } from "./reactions";

interface Node {
  item: Item;
  column: number;
  row: number;
}

/** The words around one, each once, in the column where it was met first. */
export class Web {
  /** Words that a column shows. */
  static readonly MOST = 12;
  readonly nodes = new Map<string, Node>();
  readonly edges = new Map<string, [string, string]>();
  /** Words that found no room, by column. */
  readonly left = new Map<number, Set<string>>();
  private readonly rows = new Map<number, number>();

  constructor(item: Item) {
    this.add(item, 0);
  }

  private add(item: Item, column: number): string | null {
    const key = `${item.uri}#${item.selectionRange.start.line}:${item.selectionRange.start.character}`;
    if (this.nodes.has(key)) return key;
    const row = this.rows.get(column) ?? 0;
    if (row >= Web.MOST) {
      this.left.set(column, (this.left.get(column) ?? new Set()).add(key));
      return null;
    }
    this.rows.set(column, row + 1);
    this.nodes.set(key, { item, column, row });
    return key;
  }

  /** Notes that one word leads to another. */
  join(from: Item, fromColumn: number, to: Item, toColumn: number): void {
    const [one, other] = [this.add(from, fromColumn), this.add(to, toColumn)];
    if (one && other) this.edges.set(`${one} ${other}`, [one, other]);
  }

  /** The number of words of a column. */
  height(column: number): number {
    return this.rows.get(column) ?? 0;
  }
}

const [WIDE, HIGH, STEP_X, STEP_Y] = [150, 24, 196, 32];
/** Letters of a name that fit its box. */
const LETTERS = 21;

export function Graph({ web, look }: { web: Web; look: (item: Item) => void }) {
  const columns = [...new Set([...web.nodes.values()].map(({ column }) => column))].sort((one, other) => one - other);
  const first = columns[0] ?? 0;
  const most = Math.max(1, ...columns.map((column) => web.height(column)));
  const [width, height] = [(columns.length - 1) * STEP_X + WIDE + 8, most * STEP_Y + 24];
  const place = ({ column, row }: Node) => {
    const above = ((most - web.height(column)) * STEP_Y) / 2;
    return { x: 4 + (column - first) * STEP_X, y: 4 + above + row * STEP_Y };
  };
  return (
    <div class="web" tabIndex={0} role="group" aria-label={t("desk_reactions_graph")}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        {[...web.edges.values()].map(([from, to]) => {
          const [one, other] = [web.nodes.get(from), web.nodes.get(to)];
          if (!one || !other) return null;
          const [a, b] = [place(one), place(other)];
          const [x1, y1, x2, y2] = [a.x + WIDE, a.y + HIGH / 2, b.x, b.y + HIGH / 2];
          const bend = Math.max(24, Math.abs(x2 - x1) / 2);
          return <path key={`${from} ${to}`} class={one.column === 0 || other.column === 0 ? "near" : ""} d={`M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />;
        })}
        {[...web.nodes].map(([key, node]) => {
          const { x, y } = place(node);
          const { name } = node.item;
          return (
            <g
              key={key}
              class={node.column === 0 && node.row === 0 ? "here" : ""}
              role="button"
              tabIndex={0}
              aria-label={name}
              transform={`translate(${x} ${y})`}
              onClick={() => look(node.item)}
              onKeyDown={(event) => event.key === "Enter" && look(node.item)}
            >
              <title>{[name, node.item.detail].filter(Boolean).join(": ")}</title>
              <rect width={WIDE} height={HIGH} rx="6" />
              <text x="8" y="16">
                {name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name}
              </text>
            </g>
          );
        })}
        {[...web.left].map(([column, keys]) => (
          <text key={column} x={12 + (column - first) * STEP_X} y={most * STEP_Y + 18}>
            +{keys.size}
          </text>
        ))}
      </svg>
    </div>
  );
}
