// Tiles: pieces that cover several spaces are drawn as one area, with their icon and word once in its midst.
import type { SpacePaint, Thing, ThingPaint } from "../engine/types";
import { description } from "../store";
import type { Writing, Written } from "./board";
import type { Spot } from "./geometry";
import { paintOf } from "./look";

/** A piece over the spaces that it covers. */
export interface TileDrawn {
  spaces: number[];
  mark: Written;
  paint: SpacePaint;
  icon: number | null;
  /** The middle of the tile. */
  x: number;
  y: number;
  /** The edges around it. */
  edges: [[number, number], [number, number]][];
}

/** From so many spaces on a name has room. */
const ROOMY = 3;
/** Centres that are nearer to each other than this are the same, in the units of the drawing. */
const NEAR = 2;

function kindOf(thing: Thing | null | undefined): number | undefined {
  if (!thing) return undefined;
  if ("piece" in thing) return description.value?.pieces[thing.piece]?.kind;
  return "row" in thing ? thing.row.kind : undefined;
}

/** Finds the tiles of a board, and takes what names them off its spaces. */
export function tilesOf(kinds: number[], spots: Spot[], writings: Writing[]): TileDrawn[] {
  const found = new Map<string, { spaces: number[]; mark: Written; paint: ThingPaint }>();
  writings.forEach((writing, n) => {
    const mark = writing.things.find(({ thing }) => kinds.includes(kindOf(thing) ?? -1));
    const paint = mark && paintOf(mark.thing);
    if (!mark || !paint?.colour) return;
    writing.things = writing.things.filter((other) => other !== mark);
    const key = writing.joined === null ? `alone ${n}` : String(writing.joined);
    const tile = found.get(key) ?? { spaces: [], mark, paint };
    tile.spaces.push(n);
    found.set(key, tile);
  });
  return [...found.values()].map(({ spaces, mark, paint }) => ({
    spaces,
    mark,
    paint: { fill: paint.colour ?? null, ink: paint.ink ?? null },
    icon: paint.icon ?? null,
    ...middle(spaces.flatMap((n) => spots[n] ?? [])),
    edges: outline(spaces.flatMap((n) => spots[n] ?? [])),
  }));
}

/** The tile on each space that has one. */
export function onSpaces(tiles: TileDrawn[]): Map<number, TileDrawn> {
  return new Map(tiles.flatMap((tile) => tile.spaces.map((n): [number, TileDrawn] => [n, tile])));
}

/** The centre of a space, or of the edge between two, that is nearest to the middle of all. */
function middle(spots: Spot[]): { x: number; y: number } {
  const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / Math.max(1, spots.length);
  const centre = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  const between = spots.flatMap((one) => spots.filter((other) => touches(one, other)).map((other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })));
  const far = ({ x, y }: { x: number; y: number }) => Math.hypot(x - centre.x, y - centre.y);
  const best = [...spots, ...between].sort((one, other) => far(one) - far(other))[0] ?? centre;
  return { x: best.x, y: best.y };
}

const at = (spot: Spot, x: number, y: number) => Math.abs(spot.x - x) < NEAR && Math.abs(spot.y - y) < NEAR;
const touches = (one: Spot, other: Spot) => one.beyond.some(([dx, dy]) => at(other, one.x + dx, one.y + dy));

/** The edges of spaces beyond which no other of them lies. */
function outline(spots: Spot[]): TileDrawn["edges"] {
  return spots.flatMap((spot) =>
    spot.beyond.flatMap(([dx, dy], n): TileDrawn["edges"] => {
      if (spots.some((other) => at(other, spot.x + dx, spot.y + dy))) return [];
      const [[x1, y1], [x2, y2]] = [spot.outline[n] ?? [0, 0], spot.outline[(n + 1) % spot.outline.length] ?? [0, 0]];
      return [[[spot.x + x1, spot.y + y1], [spot.x + x2, spot.y + y2]]];
    }),
  );
}

/** The outline, icon and word of a tile; its spaces have its colour. */
export function Tile({ tile: { spaces, mark, paint, icon, x, y, edges } }: { tile: TileDrawn }) {
  const words = spaces.length >= ROOMY ? nameBehind(mark) : mark.word;
  const lines = words.length > 9 ? broken(words) : [words];
  const isLong = lines.some((line) => line.length > 8);
  return (
    <g class="tile" aria-hidden="true" style={{ "--fill": paint.fill ?? "", "--on": paint.ink ?? "#fff" }}>
      {edges.map(([[x1, y1], [x2, y2]], n) => (
        <line key={n} x1={x1} y1={y1} x2={x2} y2={y2} />
      ))}
      {icon !== null && <use href={`#icon-${icon}`} x={x - 15} y={y - 25} width={30} height={30} />}
      {lines.map((line, n) => (
        <text key={n} class={isLong ? "long" : ""} x={x} y={y + (icon === null ? 4 : 19) + n * 12}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** The name behind the id that stands before it, where the short word is that id; else the short word. */
function nameBehind({ word, full }: Written): string {
  return full?.startsWith(`${word} `) ? full.slice(word.length + 1) : word;
}

/** Words on two lines of about the same length. */
function broken(words: string): string[] {
  const cuts = [...words].flatMap((letter, n) => (letter === " " ? [n] : []));
  const half = words.length / 2;
  const cut = cuts.sort((one, other) => Math.abs(one - half) - Math.abs(other - half))[0];
  return cut === undefined ? [words] : [words.slice(0, cut), words.slice(cut + 1)];
}
