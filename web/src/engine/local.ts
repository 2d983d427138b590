// The engine in a worker of this page: people and bots sit around one table, everybody here.
import type { AdviceSeen, ActionReasons, Description, EvaluationSeen, Refusal, Reply, ReviewSeen, Request, TableSnapshot, Thing } from "./types";
import { language } from "../text";
import { Cancelled, type Engine, type GameEntry, type Setup, type Sitter, type Work } from "./engine";
import { Interpreter } from "./interpreter";

/** What is wrong with a game: diagnostics as `ludex check --json` has them, and a text of them for people. */
export interface Checked {
  sound: boolean;
  found: { code: string; severity: string; message: string; file: string | null; line: number | null; column: number | null }[];
  text: string;
}

type Access = TableSnapshot["access"];
export type Answer =
  | { opened: { game: number; description: Description } }
  | { table: number }
  | { reply: Reply }
  | { reopened: object }
  | { state: object }
  | { saved: object }
  | { checked: Checked }
  | { refused: Refusal }
  | "done";

export class LocalEngine implements Engine {
  readonly can = { fork: true, link: true, seeAll: true, links: false };
  onLinks: Engine["onLinks"] = () => {};
  onSnapshot: Engine["onSnapshot"] = () => {};
  onSitting: Engine["onSitting"] = () => {};
  onConnection: Engine["onConnection"] = () => {};

  private interpreter = new Interpreter();
  private thinker: Thinker | null = null;
  private savedAt = "";
  private saved: object = {};
  /** The texts of the game that is open, for the thinker to read. */
  private texts: { name: string; files: [string, string][] } = { name: "", files: [] };
  protected game = -1;
  protected table = 0;
  protected seats: Sitter[] = [];
  private all = false;
  /** The seat whose view is shown: the person asked last. */
  private viewer = 0;
  /** The version of the table that is shown. */
  private version = 0;
  /** How many moves were taken back and may be made again. */
  protected undone = 0;
  /** For whom the last snapshot was: the log of another viewer is told from its beginning. */
  protected told = "";
  /** Counts up whenever bots must stop: the table is another, or stands elsewhere. */
  private run = 0;

  protected send(request: object): Promise<Answer> {
    return this.interpreter.send(request);
  }

  private async ask(access: Access, request: Request): Promise<Reply> {
    return reply(await this.send({ do: "ask", table: this.table, access, request, locale: language.value }));
  }

  /** Asks what a bot works at: a worker of its own answers, which ends with the signal. */
  private async ponder(access: Access, request: Request, work: Work): Promise<Reply> {
    const saved = await this.save();
    if (work.signal.aborted) throw new Cancelled();
    this.thinker ??= new Thinker();
    const thinker = this.thinker;
    const end = () => {
      thinker.end();
      if (this.thinker === thinker) this.thinker = null;
    };
    work.signal.addEventListener("abort", end, { once: true });
    try {
      return await thinker.ask(this.texts, saved, access, request);
    } finally {
      work.signal.removeEventListener("abort", end);
    }
  }

  /** The table as a value; one that has not changed since is not written again. */
  private async save(): Promise<object> {
    const at = `${this.table}/${this.version}`;
    if (this.savedAt !== at) {
      const answer = await this.send({ do: "save", table: this.table });
      if (typeof answer !== "object" || !("saved" in answer)) throw new Error("the engine saved no table");
      [this.savedAt, this.saved] = [at, answer.saved];
    }
    return this.saved;
  }

  async games(): Promise<GameEntry[]> {
    const response = await fetch("games/index.json");
    return (await response.json()) as GameEntry[];
  }

  async open(name: string): Promise<Description> {
    const response = await fetch(`games/${encodeURIComponent(name)}.json`);
    if (!response.ok) throw new Error(`games/${name}.json: ${response.status}`);
    const { files } = (await response.json()) as { files: [string, string][] };
    return this.openTexts(name, files);
  }

  /** Opens a game from its texts, wherever they come from. */
  async openTexts(name: string, files: [string, string][]): Promise<Description> {
    const answer = await this.send({ do: "open", name, files, locale: language.value });
    this.texts = { name, files };
    this.game = opened(answer).game;
    return opened(answer).description;
  }

  async speak(locale: string): Promise<Description | null> {
    if (this.game < 0) return null;
    const answer = await this.send({ do: "describe", game: this.game, locale });
    if (this.table > 0) await this.showAnew();
    return opened(answer).description;
  }

  /** Notes texts of the open game that were changed. */
  protected replaceTexts(files: [string, string][]): void {
    this.texts = { name: this.texts.name, files };
  }

  /** Shows the table as it stands, to be read from the beginning. */
  protected async showAnew(): Promise<void> {
    this.told = "";
    this.savedAt = "";
    await this.show(0);
  }

  /** Tells what is wrong with the texts of a game. */
  async check(name: string, files: [string, string][]): Promise<Checked> {
    const answer = await this.send({ do: "check", name, files });
    if (typeof answer === "object" && "checked" in answer) return answer.checked;
    throw new Error("the engine checked nothing");
  }

  async begin({ seats, options, seed }: Setup): Promise<void> {
    await this.sit(seats, { do: "begin", game: this.game, players: seats.length, seed, options });
  }

  join(): Promise<string> {
    return Promise.reject(new Error("this page has no server: links to seats lead to one"));
  }

  async resume(record: string, seats: Sitter[]): Promise<void> {
    await this.sit(seats, { do: "resume", game: this.game, record });
  }

  async fork(at: number): Promise<void> {
    await this.sit(this.seats, { do: "fork", table: this.table, at });
  }

  protected async sit(seats: Sitter[], request: object): Promise<void> {
    const answer = await this.send(request);
    if (typeof answer !== "object" || !("table" in answer)) throw new Error("the engine made no table");
    this.table = answer.table;
    this.undone = 0;
    this.seats = seats;
    this.viewer = Math.max(0, seats.indexOf("person"));
    await this.show(0);
  }

  private sitter(seat: number): Sitter {
    return this.seats[seat] ?? "person";
  }

  /** How the table is looked at: by the person asked last, by a spectator of bots, or by one who sees all. */
  private access(): Access {
    if (this.all) return "full";
    return this.seats.includes("person") ? { seat: this.viewer } : "spectator";
  }

  /** Looks at the table; the log of another viewer is told from its beginning. */
  private look(since: number): Promise<TableSnapshot> {
    const access = this.access();
    const reader = JSON.stringify([this.table, access]);
    const from = reader === this.told ? since : 0;
    this.told = reader;
    return this.ask(access, { do: "look", since: from }).then(snapshot);
  }

  /** Shows the table to the person who is asked, and lets bots decide until one is. */
  protected async show(since: number, first?: TableSnapshot): Promise<void> {
    const run = ++this.run;
    for (;;) {
      let seen = first ?? (await this.look(since));
      first = undefined;
      const asked = seen.deciding[0];
      const person = asked !== undefined && this.sitter(asked) === "person" ? asked : -1;
      if (person >= 0 && person !== this.viewer) {
        this.viewer = person;
        seen = await this.look(since);
      }
      const thinking = asked !== undefined && person < 0;
      if (run !== this.run) return;
      // Whoever sits at this page may take everything back.
      seen = { ...seen, can_undo: seen.moves > 0, can_redo: this.undone > 0 };
      this.version = seen.version;
      this.onSnapshot(thinking ? { ...seen, question: null } : seen, thinking);
      if (!thinking || asked === undefined) return;
      since = seen.version;
      const sitter = this.sitter(asked);
      await this.send({ do: "bot", table: this.table, bot: typeof sitter === "object" ? sitter.bot : "random" });
      if (run !== this.run) return;
    }
  }

  async seeAll(all: boolean): Promise<void> {
    this.all = all;
    await this.show(0);
  }

  async choose(version: number, option: number): Promise<void> {
    const access: Access = { seat: this.viewer };
    this.undone = 0;
    const seen = snapshot(await this.ask(access, { do: "choose", version, option }));
    await this.show(version, this.all ? undefined : seen);
  }

  /** Takes back until a person is asked: here nobody minds what was learned. */
  async undo(version: number): Promise<void> {
    this.run += 1;
    let now = snapshot(await this.ask("full", { do: "look", since: version }));
    do {
      now = snapshot(await this.ask("full", { do: "undo", version: now.version }));
      this.undone += 1;
    } while (now.can_undo && now.deciding[0] !== undefined && this.sitter(now.deciding[0]) !== "person");
    await this.show(version);
  }

  async redo(version: number): Promise<void> {
    this.run += 1;
    let now = snapshot(await this.ask("full", { do: "look", since: version }));
    do {
      now = snapshot(await this.ask("full", { do: "redo", version: now.version }));
      this.undone -= 1;
    } while (now.can_redo && now.deciding[0] !== undefined && this.sitter(now.deciding[0]) !== "person");
    await this.show(version);
  }

  async lookBack(at: number): Promise<TableSnapshot> {
    return snapshot(await this.ask(this.access(), { do: "look_back", at }));
  }

  async whyNot(about: Thing | null): Promise<ActionReasons[]> {
    const reply = await this.ask({ seat: this.viewer }, { do: "why_not", about });
    return "reasons" in reply ? reply.reasons : [];
  }

  async hint(bot: string, work: Work): Promise<AdviceSeen> {
    const version = this.version;
    const reply = await this.ponder({ seat: this.viewer }, { do: "hint", bot }, work);
    // The thinker's table has another past of moves that were taken back, and counts its versions by itself.
    if ("advice" in reply) return { ...reply.advice, version };
    throw new Error("the engine gave no advice");
  }

  async evaluate(bot: string, work: Work): Promise<EvaluationSeen> {
    const version = this.version;
    const reply = await this.ponder({ seat: this.viewer }, { do: "evaluate", bot }, work);
    if ("evaluation" in reply) return { ...reply.evaluation, version };
    throw new Error("the engine told no worth");
  }

  async review(at: number, bot: string, work: Work): Promise<ReviewSeen | null> {
    const reply = await this.ponder("full", { do: "review", at, bot }, work);
    if ("review" in reply) return reply.review ?? null;
    throw new Error("the engine gave no review");
  }

  rename(): Promise<void> {
    return Promise.reject(new Error("nobody else sees the names of this page"));
  }

  ownSeats(): number[] {
    return [];
  }

  async record(at?: number): Promise<string> {
    if (at === undefined) return text(await this.ask("full", { do: "record" }));
    const fork = await this.send({ do: "fork", table: this.table, at });
    if (typeof fork !== "object" || !("table" in fork)) throw new Error("the engine made no table");
    const answer = await this.send({ do: "ask", table: fork.table, access: "full", request: { do: "record" } });
    await this.send({ do: "close", table: fork.table });
    return text(reply(answer));
  }

  async ruling(id: string): Promise<string> {
    return text(await this.ask("full", { do: "ruling", id, asks: null }));
  }
}

/** A second interpreter, which holds one table and lets bots work at it; it can be ended at any moment. */
class Thinker {
  private interpreter = new Interpreter();
  private game = -1;
  private texts: unknown = null;
  private saved: object | null = null;
  private table = 0;

  /** Answers a request to a table that was saved; the game and the table are read anew only if they are others. */
  async ask(texts: { name: string; files: [string, string][] }, saved: object, access: Access, request: Request): Promise<Reply> {
    if (this.texts !== texts) {
      this.game = opened(await this.interpreter.send({ do: "open", ...texts })).game;
      [this.texts, this.saved] = [texts, null];
    }
    if (this.saved !== saved) {
      if (this.table > 0) await this.interpreter.send({ do: "close", table: this.table });
      const answer = await this.interpreter.send({ do: "load", game: this.game, saved });
      if (typeof answer !== "object" || !("table" in answer)) throw new Error("the engine made no table");
      [this.saved, this.table] = [saved, answer.table];
    }
    return reply(await this.interpreter.send({ do: "ask", table: this.table, access, request, locale: language.value }));
  }

  /** Ends the work; whoever waits for an answer learns that there is none. */
  end(): void {
    this.interpreter.end(new Cancelled());
  }
}

function opened(answer: Answer): { game: number; description: Description } {
  if (typeof answer === "object" && "opened" in answer) return answer.opened;
  throw new Error("the engine opened no game");
}

function reply(answer: Answer): Reply {
  if (typeof answer === "object" && "reply" in answer) return answer.reply;
  throw new Error("the engine gave no reply");
}

function snapshot(reply: Reply): TableSnapshot {
  if ("snapshot" in reply) return reply.snapshot;
  throw new Error("the engine sent no snapshot");
}

function text(reply: Reply): string {
  if ("text" in reply) return reply.text;
  throw new Error("the engine sent no text");
}
