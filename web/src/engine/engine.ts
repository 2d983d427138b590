// What a page asks of an engine, whether it runs in a worker here or behind a socket.
import type { AdviceSeen, ActionReasons, Description, EvaluationSeen, Refusal, ReviewSeen, TableSnapshot, Thing } from "./types";

/** A game that can be played. */
export interface GameEntry {
  name: string;
  title: string;
  example: boolean;
}

/** Who sits in a seat: a person at this page, one who comes by a link, or a bot by its specification. */
export type Sitter = "person" | "link" | { bot: string };

/** How a game begins. */
export interface Setup {
  seats: Sitter[];
  options: Record<string, string>;
  /** A number, or `0x` and hexadecimal digits. */
  seed: string;
  /** Time for each seat in seconds, with what an answer adds; a table of one page has none. */
  clock?: { seconds: number; increment: number } | null;
}

/** Who sits at a table of several, and how much time each has left. */
export interface Sitting {
  seats: { name: string | null; bot: string | null; is_present: boolean }[];
  spectators: number;
  clocks: { seats: { left: number; running: boolean }[] } | null;
  /** When this was true, on the clock of `performance.now`. */
  since: number;
}

/** An engine with one table. All that changes comes by `onSnapshot`. */
export interface Engine {
  /** What this engine can do besides playing: one behind a server may not. */
  readonly can: { fork: boolean; link: boolean; seeAll: boolean; links: boolean };
  games(): Promise<GameEntry[]>;
  open(game: string): Promise<Description>;
  /** Opens a game from its texts; an engine behind a server can't. */
  openTexts?(name: string, files: [string, string][]): Promise<Description>;
  begin(setup: Setup, game: string): Promise<void>;
  /** Comes to the table of a link; the game that is played there. */
  join(tokens: string[]): Promise<string>;
  resume(record: string, seats: Sitter[]): Promise<void>;
  /** Answers the open question. */
  choose(version: number, option: number): Promise<void>;
  undo(version: number): Promise<void>;
  redo(version: number): Promise<void>;
  lookBack(at: number): Promise<TableSnapshot>;
  fork(at: number): Promise<void>;
  whyNot(about: Thing | null): Promise<ActionReasons[]>;
  hint(bot: string): Promise<AdviceSeen>;
  /** What the position is worth to each seat, as far as the reader may know. */
  evaluate(bot: string): Promise<EvaluationSeen>;
  /** What a bot thinks of a move of a game that is over; null of one that was no decision. */
  review(at: number, bot: string): Promise<ReviewSeen | null>;
  /** Takes a name for a seat of the reader. */
  rename(seat: number, name: string): Promise<void>;
  /** The seats that are the reader's, where others sit elsewhere. */
  ownSeats(): number[];
  /** The record of the game; with a moment, of its first moves. */
  record(at?: number): Promise<string>;
  ruling(id: string): Promise<string>;
  /** Shows everything, or again what the seat may know. */
  seeAll(all: boolean): Promise<void>;
  /** Called with the links of a new table, to be sent to those who play and watch. */
  onLinks: (links: { name: string; href: string }[]) => void;
  /** Called when the way to the table breaks, and when it is there again. */
  onConnection: (isOpen: boolean) => void;
  /** Called when somebody comes, goes or takes a name, or a clock is pressed. */
  onSitting: (sitting: Sitting) => void;
  /** Called with every new snapshot, and with true while a bot thinks. */
  onSnapshot: (snapshot: TableSnapshot, thinking: boolean) => void;
}

/** A request that was refused, with the words for people. */
export class Refused extends Error {
  readonly code: Refusal["code"];
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}
