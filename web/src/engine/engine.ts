// What a page asks of an engine, whether it runs in a worker here or behind a socket.
import type { AdviceSeen, ActionReasons, Description, EvaluationSeen, Refusal, ReviewSeen, TableSnapshot, Thing } from "./types";

/** A game that can be played. */
export interface GameEntry {
  name: string;
  title: string;
  /** The title by locale, where the game has words of several. */
  titles?: Record<string, string>;
  example: boolean;
  /** The nets that the server offers as bots. */
  nets?: string[];
}

/** Work at a request: whoever waits for it is told how far it is, and ends it by the signal. */
export interface Work {
  signal: AbortSignal;
  /** Playouts so far, and in all where that is known. */
  tell(done: number, all: number | null): void;
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
  open(game: string, work?: Work): Promise<Description>;
  /** Opens a game from its texts; an engine behind a server can't. */
  openTexts?(name: string, files: [string, string][], work?: Work): Promise<Description>;
  begin(setup: Setup, game: string): Promise<void>;
  /** Comes to the table of a link; the game that is played there. */
  join(tokens: string[]): Promise<string>;
  resume(record: string, seats: Sitter[], work?: Work): Promise<void>;
  /** Stops the bots of this page in the middle of a decision; the table waits until they are let go on. */
  stopBots?(): void;
  letBotsGoOn?(): Promise<void>;
  /** Answers the open question. */
  choose(version: number, option: number): Promise<void>;
  undo(version: number): Promise<void>;
  redo(version: number): Promise<void>;
  lookBack(at: number): Promise<TableSnapshot>;
  fork(at: number): Promise<void>;
  whyNot(about: Thing | null): Promise<ActionReasons[]>;
  hint(bot: string, work: Work): Promise<AdviceSeen>;
  /** What the position is worth to each seat, as far as the reader may know. */
  evaluate(bot: string, work: Work): Promise<EvaluationSeen>;
  /** What a bot thinks of a move of a game that is over; null of one that was no decision. */
  review(at: number, bot: string, work: Work): Promise<ReviewSeen | null>;
  /** Takes the words of another locale; all that comes from now on has them. The game described anew, if one is open. */
  speak(locale: string): Promise<Description | null>;
  /** Takes a name for a seat of the reader. */
  rename(seat: number, name: string): Promise<void>;
  /** The seats that are the reader's, where others sit elsewhere. */
  ownSeats(): number[];
  /** The record of the game; with a moment, of its first moves. */
  record(at?: number, work?: Work): Promise<string>;
  ruling(id: string, work?: Work): Promise<string>;
  /** Shows everything, or again what the seat may know. */
  seeAll(all: boolean): Promise<void>;
  /** Called with the links of a new table, to be sent to those who play and watch. */
  onLinks: (links: { name: string; href: string }[]) => void;
  /** Called when the way to the table breaks, and when it is there again. */
  onConnection: (isOpen: boolean) => void;
  /** Called when somebody comes, goes or takes a name, or a clock is pressed. */
  onSitting: (sitting: Sitting) => void;
  /** Called with how far a bot of this page is that decides: playouts so far, and in all where that is known. */
  onBot?: (done: number, all: number | null) => void;
  /** Called with every new snapshot, and with true while a bot thinks. */
  onSnapshot: (snapshot: TableSnapshot, thinking: boolean) => void;
}

/** Work that was ended by whoever waited for it. */
export class Cancelled extends Error {}

/** A request that was refused, with the words for people. */
export class Refused extends Error {
  readonly code: Refusal["code"];
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}
