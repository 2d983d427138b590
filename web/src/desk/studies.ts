// Work of the desk's server that takes a while: coverage by rulings, balance by games. It tells how far it is, and can be stopped.
import { effect, signal } from "@preact/signals";
import { attempt, description } from "../store";
import { stream } from "./api";
import * as documents from "./documents";
import { engine } from "./rules";

/** A line of a text with the things on it that rulings can reach. */
export interface LineCoverage {
  /** The line, from 0. */
  line: number;
  all: number;
  covered: number;
  hits: number;
  missing: string[];
}
export interface FileCoverage {
  path: string;
  lines: LineCoverage[];
}
export interface Coverage {
  rulings: number;
  not_passing: number;
  percent: number;
  shares: { kind: string; covered: number; all: number; percent: number }[];
  files: FileCoverage[];
}

/** What a row is worth, as `ludex balance --json` has it. */
export interface BalanceRow {
  kind: string;
  row: string;
  seen: number;
  offered: number;
  chosen: number;
  in_play: number;
  worth: { by: string; points: number | null; interval: [number, number] | null; wins: number | null; deals: number } | null;
  verdict: string;
  why: string | null;
}
export interface Balance {
  players: number;
  deals: number;
  games_of_a_deal: number;
  seats: string[];
  accused: { kind: string; row: string; verdict: string }[];
  stand_apart: { kind: string; row: string; verdict: string }[];
  seats_ahead: { seat: number }[];
  rows: BalanceRow[];
  answers_never_chosen: string[];
}

/** How far work is, what it found, and whether the texts are others since. */
export interface Study<Found> {
  running: { done: number; all: number } | null;
  found: Found | null;
  failed: string;
  isOld: boolean;
}

const none = { running: null, found: null, failed: "", isOld: false };
export const coverage = signal<Study<Coverage>>(none);
export const balance = signal<Study<Balance>>(none);

type Kept<Found> = { value: Study<Found> };
const stops = new Map<object, AbortController>();

/** Begins work; what was found before stays until there is more. */
async function begin<Found>(study: Kept<Found>, path: string, body: object): Promise<void> {
  stop(study);
  const control = new AbortController();
  stops.set(study, control);
  study.value = { ...study.value, running: { done: 0, all: 0 }, failed: "" };
  await attempt(async () => {
    await stream(path, { path: engine.folder ?? "", ...body }, control.signal, (event) => {
      if ("progress" in event) study.value = { ...study.value, running: event.progress };
      if ("so_far" in event) study.value = { ...study.value, found: event.so_far as Found, isOld: false };
      if ("found" in event) study.value = { ...study.value, found: event.found as Found, isOld: false };
      if ("failed" in event) study.value = { ...study.value, failed: event.failed };
    });
  });
  if (stops.get(study) === control) study.value = { ...study.value, running: null };
}

/** Ends work; what was found so far stays. */
function stop(study: object): void {
  stops.get(study)?.abort();
}

export const runCoverage = () => begin(coverage, "coverage", {});
export const stopCoverage = () => stop(coverage);
/** The games to be played, as `ludex balance` is told them. */
export interface BalanceParams {
  players: number;
  games: number;
  seats: string;
  seed: string;
  /** Ends the games as soon as half of the intervals are so narrow, in points, or after so many seconds. */
  width: number | null;
  seconds: number | null;
  options: Record<string, string>;
}
export const runBalance = (games: BalanceParams) => begin(balance, "balance", games);
export const stopBalance = () => stop(balance);

/** The game of the findings. */
let game = "";

/** Follows the table: findings about another game are forgotten, and those about older texts are marked. */
export function followTable(): void {
  effect(() => {
    const next = description.value?.game ?? game;
    if (next === game) return;
    game = next;
    stopCoverage();
    stopBalance();
    [coverage.value, balance.value] = [none, none];
  });
  documents.saved.add((paths) => {
    if (paths.length === 0) return;
    if (coverage.value.found) coverage.value = { ...coverage.value, isOld: true };
    if (balance.value.found) balance.value = { ...balance.value, isOld: true };
  });
}
