// The half-made choice: options are narrowed by the things and words that were picked, until one is left.
import type { OptionSeen, Question, Thing, ValueText } from "./engine/types";

/** A step of a half-made choice: a part of a certain position, or a thing wherever an option names it. */
export type Pick = { at: number; key: string; text: string } | { thing: string; text: string };

/** A value of the part in which the options that are left differ. */
export interface Step {
  key: string;
  part: ValueText;
  options: number[];
}

/** The options that a half-made choice leaves, and what may be picked next. */
export interface Left {
  options: number[];
  /** The position of the first part in which they differ, or -1 when one is left. */
  at: number;
  steps: Step[];
  /** The things that tell the options that are left apart: these glow. */
  glowing: Map<string, number[]>;
  /** The things that all options that are left name. */
  chosen: Set<string>;
}

/** The key of a thing: equal things have equal keys. */
export function thingKey(thing: Thing): string {
  const [sort, value] = Object.entries(thing)[0] as [string, unknown];
  if (typeof value !== "object" || value === null) return `${sort}:${String(value)}`;
  if (Array.isArray(value)) return `${sort}:${value.join("+")}`;
  return `${sort}:${Object.values(value).join(".")}`;
}

function partKey(part: ValueText): string {
  return `${part.thing ? thingKey(part.thing) : ""}|${part.text}`;
}

/** The keys of what a thing covers on the board: of a placement, its spaces. */
export function keysOf(thing: Thing): string[] {
  if ("spaces" in thing) return thing.spaces.map((space) => `space:${space}`);
  return "space" in thing || "piece" in thing ? [thingKey(thing)] : [];
}

/** The keys of all that one can click for a part: of a placement, each of its spaces. */
function clickable(part: ValueText): string[] {
  const thing = part.thing;
  if (!thing) return [];
  if ("spaces" in thing) return thing.spaces.map((space) => `space:${space}`);
  if ("number" in thing || "flag" in thing || "action" in thing || "answer" in thing) return [];
  return [thingKey(thing)];
}

function fits(option: OptionSeen, pick: Pick): boolean {
  if ("thing" in pick) return option.parts.some((part) => clickable(part).includes(pick.thing));
  const part = option.parts[pick.at];
  return part !== undefined && partKey(part) === pick.key;
}

/** Narrows the options of a question. */
export function narrow(question: Question, picks: Pick[]): Left {
  const options = question.options.flatMap((option, number) => (picks.every((pick) => fits(option, pick)) ? [number] : []));
  const at = firstDifference(question, options);
  const steps = new Map<string, Step>();
  for (const number of at < 0 ? [] : options) {
    const part = question.options[number]?.parts[at];
    const key = part ? partKey(part) : "";
    const step = steps.get(key) ?? { key, part: part ?? { text: "" }, options: [] };
    step.options.push(number);
    steps.set(key, step);
  }
  const named = new Map<string, number[]>();
  for (const number of options) {
    const keys = new Set(question.options[number]?.parts.flatMap(clickable));
    for (const key of keys) named.set(key, [...(named.get(key) ?? []), number]);
  }
  const chosen = new Set<string>();
  const glowing = new Map<string, number[]>();
  for (const [key, numbers] of named) {
    if (numbers.length === options.length && (options.length > 1 || picks.length > 0)) chosen.add(key);
    else glowing.set(key, numbers);
  }
  return { options, at, steps: [...steps.values()], glowing, chosen };
}

function firstDifference(question: Question, options: number[]): number {
  if (options.length < 2) return -1;
  const length = Math.max(...options.map((number) => question.options[number]?.parts.length ?? 0));
  for (let at = 0; at < length; at++) {
    const keys = new Set(options.map((number) => {
      const part = question.options[number]?.parts[at];
      return part ? partKey(part) : "";
    }));
    if (keys.size > 1) return at;
  }
  return -1;
}

/** The parts that all options that are left share: what was chosen so far. */
export function shared(question: Question, left: Left): ValueText[] {
  const first = question.options[left.options[0] ?? -1];
  if (!first) return [];
  return left.at < 0 ? first.parts : first.parts.slice(0, left.at);
}
