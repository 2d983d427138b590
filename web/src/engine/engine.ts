// What a page asks of an engine, whether it runs in a worker here or behind a socket.
import type { AdviceSeen, ActionReasons, Description, Refusal, TableSnapshot, Thing } from "./types";

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
}

/** An engine with one table. All that changes comes by `onSnapshot`. */
export interface Engine {
  /** What this engine can do besides playing: one behind a server may not. */
  readonly can: { fork: boolean; link: boolean; seeAll: boolean; links: boolean };
  games(): Promise<GameEntry[]>;
  open(game: string): Promise<Description>;
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
  record(): Promise<string>;
  ruling(id: string): Promise<string>;
  /** Shows everything, or again what the seat may know. */
  seeAll(all: boolean): Promise<void>;
  /** Called with the links of a new table, to be sent to those who play and watch. */
  onLinks: (links: { name: string; href: string }[]) => void;
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
