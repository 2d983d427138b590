// Where the spaces of a board lie, by its shape alone.
import type { LayoutText, ShapeText } from "../engine/types";

export interface Spot {
  x: number;
  y: number;
  /** The outline around (0, 0). */
  outline: [number, number][];
  /** For each edge of the outline, the offset of the centre beyond it. */
  beyond: [number, number][];
}

export interface Drawing {
  spots: Spot[];
  view: [number, number, number, number];
  /** Pairs of spaces that an edge joins. */
  edges: [number, number][];
}

const SIZE = 50;
const WIDE = 132;
const TALL = 92;

function box(width: number, height: number): Pick<Spot, "outline" | "beyond"> {
  const [x, y] = [width / 2, height / 2];
  return {
    outline: [[-x, -y], [x, -y], [x, y], [-x, y]],
    beyond: [[0, -height], [width, 0], [0, height], [-width, 0]],
  };
}

function hex(): Pick<Spot, "outline" | "beyond"> {
  const corner = (n: number): [number, number] => [SIZE * Math.cos((n * Math.PI) / 3), SIZE * Math.sin((n * Math.PI) / 3)];
  const outline = [0, 1, 2, 3, 4, 5].map(corner);
  const beyond = outline.map(([x, y], n): [number, number] => {
    const [u, v] = outline[(n + 1) % 6] ?? [0, 0];
    return [x + u, y + v];
  });
  return { outline, beyond };
}

/** Lays the spaces of a board out. */
export function draw(shape: ShapeText, layout: LayoutText): Drawing {
  const count = layout.spaces.length;
  const spots: Spot[] = layout.spaces.map(({ x, y }, n) => {
    switch (shape) {
      case "hex":
        return { x: SIZE * 1.5 * x, y: SIZE * Math.sqrt(3) * (y + x / 2), ...hex() };
      case "grid":
        return { x: x * 96, y: y * 76, ...box(96, 76) };
      case "row":
        return { x: n * (WIDE + 8), y: 0, ...box(WIDE, TALL) };
      case "ring":
      case "graph":
        return { ...around(n, count), ...box(WIDE, TALL) };
    }
  });
  const edges = shape === "graph" ? joined(layout) : [];
  return { spots, edges, view: bounds(spots) };
}

/** The n-th of so many places around a long oval, the first at the top. */
function around(n: number, count: number): { x: number; y: number } {
  const angle = (n / count) * 2 * Math.PI - Math.PI / 2;
  const radius = Math.max(TALL * 1.85, (count * (WIDE + 20)) / (2 * Math.PI));
  return { x: radius * Math.cos(angle), y: radius * 0.8 * Math.sin(angle) };
}

function joined(layout: LayoutText): [number, number][] {
  return layout.spaces.flatMap(({ beside }, n) => beside.filter((other) => other > n).map((other): [number, number] => [n, other]));
}

function bounds(spots: Spot[]): [number, number, number, number] {
  const xs = spots.flatMap(({ x, outline }) => outline.map(([dx]) => x + dx));
  const ys = spots.flatMap(({ y, outline }) => outline.map(([, dy]) => y + dy));
  const [left, top] = [Math.min(...xs) - 6, Math.min(...ys) - 6];
  return [left, top, Math.max(...xs) + 6 - left, Math.max(...ys) + 6 - top];
}

/** The nearest space in a direction; the same where there is none. */
export function towards(spots: Spot[], from: number, [dx, dy]: [number, number]): number {
  const here = spots[from];
  if (!here) return from;
  let best = from;
  let least = Infinity;
  spots.forEach((spot, n) => {
    const [x, y] = [spot.x - here.x, spot.y - here.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along > 1 && along + 2 * aside < least) [best, least] = [n, along + 2 * aside];
  });
  return best;
}
