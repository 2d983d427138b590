// A board as its shape lies, with what is on its spaces.
import { useRef } from "preact/hooks";
import { thingKey } from "../choice";
import type { BoardSeen, PanelBoard, SpaceSeen, SpaceText, Thing } from "../engine/types";
import { cardOf, description, left, shown } from "../store";
import { t } from "../text";
import { draw, type Spot, towards } from "./geometry";
import { act, marks } from "./things";

/** What is written on a space. */
interface Writing {
  lines: string[];
  full: string;
  joined: number | null;
  /** A word by which the space is coloured. */
  ground: string;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A board as the snapshot holds it; with the marks of a panel where there is one. */
export function Board({ seen, panel, title }: { seen: BoardSeen; panel?: PanelBoard; title: string }) {
  const list = useRef<SVGSVGElement>(null);
  const board = description.value?.boards[seen.board];
  const layout = board?.layouts[seen.layout];
  if (!board || !layout) return null;
  const { spots, view, edges } = draw(board.shape, layout);
  const writings = layout.spaces.map((space, n) => write(space, seen.spaces.find((one) => one.space === seen.first + n), panel?.spaces[n]));
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
    <figure class="board">
      <figcaption>{title}</figcaption>
      <div class="scroll" tabIndex={0} role="group" aria-label={title}>
        <svg
          ref={list}
          viewBox={view.join(" ")}
          style={{ width: `${view[2] * (board.shape === "hex" ? 0.86 : 1)}px`, minWidth: `${Math.min(view[2], Math.max(320, view[2] * 0.62))}px` }}
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
              thing={{ space: seen.first + n }}
              number={n}
              id={layout.spaces[n]?.id ?? ""}
              writing={writings[n] as Writing}
              walls={walls(spots, writings, n)}
              isFirst={n === Math.max(0, glowing)}
              onKey={(event) => key(event, n)}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

interface SpaceProps {
  spot: Spot;
  thing: Thing;
  number: number;
  id: string;
  writing: Writing;
  walls: boolean[];
  isFirst: boolean;
  onKey: (event: KeyboardEvent) => void;
}

function Space({ spot, thing, number, id, writing, walls, isFirst, onKey }: SpaceProps) {
  const key = thingKey(thing);
  const points = spot.outline.map(([x, y]) => `${x},${y}`).join(" ");
  const glows = left.value?.glowing.has(key) ?? false;
  const lines = writing.lines.slice(0, 3);
  const isHex = spot.outline.length === 6;
  return (
    <g class={`space ${marks(key)}`} transform={`translate(${spot.x} ${spot.y})`}>
      <g aria-hidden="true">
        <polygon points={points} style={{ "--ground": writing.ground ? String(hue(writing.ground)) : "" }} data-ground={writing.ground ? "" : undefined} />
        {walls.map((wall, n) => {
          const [[x1, y1], [x2, y2]] = [spot.outline[n] ?? [0, 0], spot.outline[(n + 1) % walls.length] ?? [0, 0]];
          return wall && <line key={n} class="wall" x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
        <text class="id" y={isHex ? -26 : -22}>
          {id}
        </text>
        {lines.map((line, n) => (
          <text key={n} class="on" y={n * 15 - (lines.length - 1) * 7 + 6}>
            {clip(line, isHex ? 11 : 16)}
          </text>
        ))}
        {writing.lines.length > 3 && (
          <text class="on more" y={34}>
            +{writing.lines.length - 3}
          </text>
        )}
      </g>
      <polygon
        class="hit"
        points={points}
        role="button"
        tabIndex={isFirst ? 0 : -1}
        data-space={number}
        data-thing={key}
        aria-label={[t("space", { id }), writing.full, glows ? t("glows") : ""].filter(Boolean).join(", ")}
        onClick={() => act(thing, id)}
        onKeyDown={onKey}
      >
        <title>{[id, writing.full].filter(Boolean).join(": ")}</title>
      </polygon>
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

function write(space: SpaceText, seen: SpaceSeen | undefined, panel: { marks: { word: string; full?: string | null }[]; joined?: number | null } | undefined): Writing {
  const printed = space.printed.map(([name, value]) => (value === "true" ? name : /^-?\d+$/.test(value) ? `${name} ${value}` : value));
  const ground = space.printed.find(([, value]) => !/^(true|-?\d+)$/.test(value))?.[1] ?? "";
  if (panel) {
    const lines = panel.marks.map((mark) => mark.word);
    return { lines, full: [...panel.marks.map((mark) => mark.full ?? mark.word), ...printed].join(", "), joined: panel.joined ?? null, ground: lines.length > 0 && panel.joined != null ? String(panel.joined) : ground };
  }
  const pieces = seen?.places?.flatMap((place) => place.pieces.map((piece) => (piece === null ? t("hidden") : (cardOf({ piece })?.name ?? "")))) ?? [];
  const fields = seen?.fields?.flatMap((field) => field.values.map(({ value }) => (value.text === "yes" ? field.words : value.text))) ?? [];
  const lines = [...pieces, ...fields];
  return { lines: lines.length > 0 ? lines : printed, full: [...lines, ...printed].join(", "), joined: null, ground };
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
