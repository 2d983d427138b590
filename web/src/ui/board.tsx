// A board as its shape lies, with what is on its spaces.
import { useRef } from "preact/hooks";
import { thingKey } from "../choice";
import type { BoardSeen, MarkText, PanelBoard, PanelSpace, ShapeText, SpacePaint, SpaceSeen, SpaceText, Thing } from "../engine/types";
import { cardOf, description, foresee, left, shown } from "../store";
import { t } from "../text";
import { draw, type Spot, towards } from "./geometry";
import { Face, paintOf } from "./look";
import { onSpaces, Tile, tilesOf } from "./tiles";
import { act, marks } from "./things";

/** What is on a space. */
export interface Writing {
  things: Written[];
  full: string;
  joined: number | null;
  /** A word by which the space is coloured, where no look colours it. */
  ground: string;
  /** True if something lies on the space, above what is printed there. */
  covered: boolean;
}

/** What a list says of a space besides the pieces on it. */
export interface SpaceNotes {
  /** The words of a mark; empty of a space without. */
  mark: string;
  values: string[];
}

/** A thing on a space: a piece, or a value by its icon and word. */
export interface Written {
  word: string;
  full?: string;
  thing?: Thing | null;
  icon?: number | null;
  colour?: string | null;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface BoardProps {
  seen: BoardSeen;
  /** What a panel writes on the spaces. */
  panel?: PanelBoard;
  /** What a list of all spaces says of each. */
  notes?: SpaceNotes[];
  title: string;
}

/** A grid of pictures with no more columns than this is seen whole on a phone, where each space is 40 px wide. */
const COLUMNS = 8;

/** Returns true if a board can be drawn as small as a phone is wide: what lies on it are pictures, and no words to be read. */
function isSmall(shape: ShapeText, spots: Spot[], writings: Writing[]): boolean {
  const columns = new Set(spots.map(({ x }) => x)).size;
  const things = writings.flatMap((one) => one.things);
  return shape === "grid" && columns <= COLUMNS && things.length > 0 && things.every(({ icon }) => icon != null);
}

/** A board as the snapshot holds it; with the marks of a panel where there is one. */
export function Board({ seen, panel, notes, title }: BoardProps) {
  const list = useRef<SVGSVGElement>(null);
  const board = description.value?.boards[seen.board];
  const layout = board?.layouts[seen.layout];
  if (!board || !layout) return null;
  const look = description.value?.look.boards[seen.board];
  const paints = look?.layouts[seen.layout] ?? [];
  const { spots, view, edges } = draw(board.shape, layout);
  const writings = layout.spaces.map((space, n) => write(space, paints[n], seen.spaces.find((one) => one.space === seen.first + n), panel?.spaces[n]));
  const small = isSmall(board.shape, spots, writings);
  const tiles = tilesOf(look?.tiles ?? [], spots, writings);
  const tiled = onSpaces(tiles);
  const glowing = spots.findIndex((_, n) => left.value?.glowing.has(`space:${seen.first + n}`));
  const key = (event: KeyboardEvent, n: number) => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      list.current?.querySelector<SVGElement>(`[data-space="${towards(spots, n, step)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act({ space: seen.first + n }, layout.spaces[n]?.id ?? "");
    }
  };
  return (
    <figure class={`board ${small ? "small-enough" : ""} ${look?.colour ? "drawn" : ""}`} data-shape={board.shape} style={look?.colour ? { "--behind": look.colour } : {}}>
      <figcaption>{title}</figcaption>
      <div class="scroll" tabIndex={0} role="group" aria-label={title}>
        <svg
          ref={list}
          viewBox={view.join(" ")}
          style={{ width: `${view[2] * (board.shape === "hex" ? 0.86 : 1)}px`, minWidth: small ? "0" : `${Math.min(view[2], Math.max(320, view[2] * 0.5))}px` }}
          role="group"
          aria-label={`${t("board", { name: title })}. ${t("space_keys")}`}
        >
          {edges.map(([from, to]) => (
            <line key={`${from}-${to}`} class="way" x1={spots[from]?.x} y1={spots[from]?.y} x2={spots[to]?.x} y2={spots[to]?.y} />
          ))}
          {spots.map((spot, n) => (
            <Space
              key={n}
              spot={spot}
              shape={board.shape}
              thing={{ space: seen.first + n }}
              number={n}
              id={layout.spaces[n]?.id ?? ""}
              writing={writings[n] as Writing}
              paint={tiled.get(n)?.paint ?? paints[n]}
              tile={tiled.has(n)}
              notes={notes?.[n]}
              walls={tiled.has(n) ? [] : walls(spots, writings, n)}
              isFirst={n === Math.max(0, glowing)}
              onKey={(event) => key(event, n)}
            />
          ))}
          {tiles.map((tile) => (
            <Tile key={tile.spaces.join()} tile={tile} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

interface SpaceProps {
  spot: Spot;
  shape: ShapeText;
  thing: Thing;
  number: number;
  id: string;
  writing: Writing;
  paint: SpacePaint | undefined;
  /** True if a tile lies here, which tells of itself in its midst. */
  tile: boolean;
  notes: SpaceNotes | undefined;
  walls: boolean[];
  isFirst: boolean;
  onKey: (event: KeyboardEvent) => void;
}

function Space({ spot, shape, thing, number, id, writing, paint, tile, notes, walls, isFirst, onKey }: SpaceProps) {
  const full = [notes?.mark, writing.full, ...(notes?.values ?? [])].filter(Boolean).join(", ");
  const key = thingKey(thing);
  const points = spot.outline.map(([x, y]) => `${x},${y}`).join(" ");
  const glows = left.value?.glowing.has(key) ?? false;
  const isBuilt = !tile && writing.covered && writing.joined !== null;
  const fill = isBuilt ? undefined : paint?.fill;
  const style: Record<string, string> = { "--ground": writing.ground && !fill ? String(hue(writing.ground)) : "", ...(fill ? { "--fill": fill, "--on": paint?.ink ?? "#000" } : {}) };
  return (
    <g class={`space ${fill ? "painted" : ""} ${isBuilt ? "built" : ""} ${tile ? "tiled" : ""} ${notes?.mark ? "noted" : ""} ${marks(key)}`} transform={`translate(${spot.x} ${spot.y})`} style={style}>
      <g aria-hidden="true">
        <polygon points={points} data-ground={writing.ground && !fill ? "" : undefined} />
        {walls.map((wall, n) => {
          const [[x1, y1], [x2, y2]] = [spot.outline[n] ?? [0, 0], spot.outline[(n + 1) % walls.length] ?? [0, 0]];
          return wall && <line key={n} class="wall" x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
        <Contents writing={writing} id={notes?.mark ? `${id} · ${notes.mark}` : id} shape={shape} />
        {notes && notes.values.length > 0 && (
          <text class="on note" y={spot.outline.reduce((low, [, y]) => Math.max(low, y), 0) - 6}>
            {clip(notes.values.join(" · "), NOTE)}
          </text>
        )}
        <polygon class="rim" points={points} />
      </g>
      <polygon
        class="hit"
        points={points}
        role="button"
        tabIndex={isFirst ? 0 : -1}
        data-space={number}
        data-thing={key}
        aria-label={[t("space", { id }), full, glows ? t("glows") : ""].filter(Boolean).join(", ")}
        onClick={() => act(thing, id)}
        onKeyDown={onKey}
        onMouseEnter={() => foresee(key)}
        onMouseLeave={() => foresee("")}
        onFocus={() => foresee(key)}
        onBlur={() => foresee("")}
      >
        <title>{[id, full].filter(Boolean).join(": ")}</title>
      </polygon>
    </g>
  );
}

/** Letters of a list's values that fit on a space. */
const NOTE = 25;

/** Half the width and height of what fits in a space beside its id. */
const ROOM = { hex: [34, 24], grid: [42, 22], box: [60, 30] } as const;

/** What lies on a space: a tile of its form fills it, cards stand side by side, icons and words one below the other. */
function Contents({ writing, id, shape }: { writing: Writing; id: string; shape: ShapeText }) {
  const isHex = shape === "hex";
  const tile = writing.things.find(({ thing }) => isHex && thing && "piece" in thing && cardOf(thing)?.face?.shape === "hex");
  if (tile?.thing && "piece" in tile.thing) {
    const face = cardOf(tile.thing)?.face;
    return face ? <Piece thing={tile.thing} x={-50} y={-43.3} width={100} height={86.6} /> : null;
  }
  // The words of `view.yaml` say more of what is built over several spaces than its card.
  const isCard = ({ thing }: Written) => writing.joined === null && thing && "piece" in thing && cardOf(thing)?.face;
  const pieces = writing.things.filter(isCard);
  const rest = writing.things.filter((one) => !pieces.includes(one));
  const [wide, high] = isHex ? ROOM.hex : shape === "grid" ? ROOM.grid : ROOM.box;
  const icons = rest.filter(({ icon }) => icon != null).slice(0, 3);
  const words = rest.filter(({ icon }) => icon == null);
  const seats = words.filter(({ thing }) => thing && "player" in thing);
  const most = icons.length > 0 || pieces.length > 0 ? 1 : 3;
  const isAlone = shape === "grid" && icons.length === 1 && rest.length === 1 && pieces.length === 0;
  const size = isAlone ? 2 * high : Math.min(30, (2 * wide) / Math.max(1, icons.length));
  const up = words.length > 0 ? 8 : 0;
  return (
    <>
      <text class="id" y={isHex ? -30 : -high - 4}>
        {id}
      </text>
      {pieces.slice(0, 4).map(({ thing, word }, n) => {
        const count = Math.min(4, pieces.length);
        const step = (2 * wide) / count;
        return thing && "piece" in thing && <Piece key={word + n} thing={thing} x={-wide + n * step + 1} y={-high} width={step - 2} height={2 * high} />;
      })}
      {icons.map(({ icon, colour, word }, n) => {
        const x = (n - (icons.length - 1) / 2) * (size + 2);
        const inner = colour ? size * 0.72 : size;
        return (
          <g key={word + n}>
            {colour && <circle class="disc" cx={x} cy={-up + 2} r={size / 2} fill={colour} />}
            <use href={`#icon-${icon}`} x={x - inner / 2} y={-up + 2 - inner / 2} width={inner} height={inner} />
          </g>
        );
      })}
      {seats.map(({ colour, word }, n) => (
        <circle key={word} class="disc" cx={(n - (seats.length - 1) / 2) * 20} cy={-high + 14} r={8} fill={colour ?? ""} />
      ))}
      {words.slice(0, most).map(({ word }, n) => (
        <text key={n} class="on" y={icons.length > 0 || pieces.length > 0 ? high + 8 : n * 15 - (Math.min(most, words.length) - 1) * 7 + 6}>
          {clip(word, isHex ? 11 : shape === "grid" ? 15 : 19)}
        </text>
      ))}
      {words.length > most && (
        <text class="on more" y={isHex ? 38 : high + 13}>
          +{words.length - most}
        </text>
      )}
    </>
  );
}

function Piece({ thing, ...box }: { thing: { piece: number }; x: number; y: number; width: number; height: number }) {
  const face = cardOf(thing)?.face;
  if (!face) return null;
  return (
    <g data-piece={thingKey(thing)}>
      <svg {...box} viewBox={`0 0 ${face.size[0]} ${face.size[1]}`} class={`picture as-${face.shape}`}>
        <Face face={face} />
      </svg>
    </g>
  );
}

/** For each edge of a space: false where it is one with the space beyond it. */
function walls(spots: Spot[], writings: Writing[], n: number): boolean[] {
  const here = spots[n];
  const joined = writings[n]?.joined ?? null;
  if (!here) return [];
  return here.beyond.map(([dx, dy]) => {
    if (joined === null) return true;
    const other = spots.findIndex((spot) => Math.abs(spot.x - here.x - dx) < 2 && Math.abs(spot.y - here.y - dy) < 2);
    return other < 0 || writings[other]?.joined !== joined;
  });
}

function write(space: SpaceText, paint: SpacePaint | undefined, seen: SpaceSeen | undefined, panel: PanelSpace | undefined): Writing {
  const printed = space.printed.map(([name, value]) => (value === "true" ? name : /^-?\d+$/.test(value) ? `${name} ${value}` : value));
  const ground = space.printed.find(([, value]) => !/^(true|-?\d+)$/.test(value))?.[1] ?? "";
  if (panel) {
    const joined = panel.joined ?? null;
    return {
      things: panel.marks.map(written),
      full: [...panel.marks.map((mark) => mark.full ?? mark.word), ...printed].join(", "),
      joined,
      ground: panel.marks.length > 0 && joined !== null ? String(joined) : ground,
      covered: joined !== null || panel.marks.some(({ thing }) => thing && "piece" in thing),
    };
  }
  const pieces = seen?.places?.flatMap((place) =>
    place.pieces.map((piece): Written => (piece === null ? { word: t("hidden") } : { word: cardOf({ piece })?.name ?? "", thing: { piece } })),
  );
  const fields = seen?.fields?.flatMap((field) =>
    field.values.map(({ value }): Written => {
      const seat = value.thing && "player" in value.thing ? paintOf(value.thing)?.colour : undefined;
      return { word: value.text === t("yes") ? field.words : value.text, thing: value.thing, colour: seat };
    }),
  );
  const things = [...(pieces ?? []), ...(fields ?? [])];
  const own: Written[] = paint?.marks?.length ? paint.marks.map(({ word, paint }) => ({ word, icon: paint.icon, colour: paint.colour })) : printed.map((word) => ({ word }));
  const words = things.map(({ word }) => word);
  return { things: things.length > 0 ? things : own, full: [...words, ...printed].join(", "), joined: null, ground, covered: (pieces ?? []).length > 0 };
}

function written(mark: MarkText): Written {
  const paint = mark.thing && "piece" in mark.thing ? undefined : paintOf(mark.thing);
  return { word: mark.word, full: mark.full ?? mark.word, thing: mark.thing, icon: paint?.icon, colour: paint?.colour };
}

function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A hue for a word, the same everywhere. */
export function hue(word: string): number {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) % 3600;
  return sum % 360;
}

/** The board of a panel, as the snapshot holds it. */
export function boardOf(panel: PanelBoard): BoardSeen | undefined {
  const holdings = shown.value ? [shown.value.table, ...shown.value.players] : [];
  return holdings.flatMap((one) => one.boards).find((board) => board.board === panel.board && board.first === panel.first);
}
