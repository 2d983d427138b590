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
  onBot: NonNullable<Engine["onBot"]> = () => {};

  private interpreter = new Interpreter();
  /** The bot that thinks for the reader. */
  private thinker: Thinker | null = null;
  /** The bots of the table, and the decision at which one of them thinks. */
  private player: Thinker | null = null;
  private deciding: { at: string; advice: Promise<AdviceSeen> } | null = null;
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
      return await thinker.ask(this.texts, saved, access, request, work.tell);
    } finally {
      work.signal.removeEventListener("abort", end);
    }
  }

  /** Asks for what may take long. Ended in the middle, the interpreter is gone with all games and tables. */
  private async sendStoppable(request: object, work: Work | undefined): Promise<Answer> {
    const interpreter = this.interpreter;
    const end = () => {
      this.interpreter = new Interpreter();
      [this.game, this.table] = [-1, 0];
      interpreter.end(new Cancelled());
    };
    work?.signal.addEventListener("abort", end, { once: true });
    try {
      return await this.send(request);
    } finally {
      work?.signal.removeEventListener("abort", end);
    }
  }

  /** Asks for a text of the table that may take long. Ended in the middle, the table is made again as it stood. */
  private async write(request: object, work: Work | undefined): Promise<string> {
    const saved = work ? await this.save() : {};
    if (work?.signal.aborted) throw new Cancelled();
    try {
      return text(reply(await this.sendStoppable(request, work)));
    } catch (error) {
      if (work?.signal.aborted) await this.restore(saved);
      throw error;
    }
  }

  /** Puts a table that was saved on a new interpreter. */
  private async restore(saved: object): Promise<void> {
    this.game = opened(await this.send({ do: "open", ...this.texts, locale: language.value })).game;
    this.table = table(await this.send({ do: "load", game: this.game, saved }));
    this.undone = 0;
    await this.showAnew();
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

  async open(name: string, work?: Work): Promise<Description> {
    const response = await fetch(`games/${encodeURIComponent(name)}.json`, work ? { signal: work.signal } : {});
    if (!response.ok) throw new Error(`games/${name}.json: ${response.status}`);
    const { files } = (await response.json()) as { files: [string, string][] };
    return this.openTexts(name, files, work);
  }

  /** Opens a game from its texts, wherever they come from. */
  async openTexts(name: string, files: [string, string][], work?: Work): Promise<Description> {
    // A game that is read already, which may take seconds, is told anew.
    const isOpen = this.game >= 0 && JSON.stringify({ name, files }) === JSON.stringify(this.texts);
    if (isOpen) return opened(await this.send({ do: "describe", game: this.game, locale: language.value })).description;
    const answer = await this.sendStoppable({ do: "open", name, files, locale: language.value }, work);
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
    this.endDecision();
    await this.show(0);
  }

  /** Tells what is wrong with the texts of a game. */
  async check(name: string, files: [string, string][], work?: Work): Promise<Checked> {
    const answer = await this.sendStoppable({ do: "check", name, files }, work);
    if (typeof answer === "object" && "checked" in answer) return answer.checked;
    throw new Error("the engine checked nothing");
  }

  async begin({ seats, options, seed }: Setup): Promise<void> {
    await this.sit(seats, { do: "begin", game: this.game, players: seats.length, seed, options });
  }

  join(): Promise<string> {
    return Promise.reject(new Error("this page has no server: links to seats lead to one"));
  }

  async resume(record: string, seats: Sitter[], work?: Work): Promise<void> {
    await this.sit(seats, { do: "resume", game: this.game, record }, work);
  }

  async fork(at: number): Promise<void> {
    await this.sit(this.seats, { do: "fork", table: this.table, at });
  }

  protected async sit(seats: Sitter[], request: object, work?: Work): Promise<void> {
    const former = this.table;
    this.table = table(await this.sendStoppable(request, work));
    // An interpreter that has ended meanwhile has forgotten it.
    if (former > 0) this.send({ do: "close", table: former }).catch(() => {});
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
      await this.decide(run, asked, typeof sitter === "object" ? sitter.bot : "random");
      if (run !== this.run) return;
    }
  }

  /** Lets a bot decide for a seat, unless the table is another by then or stands elsewhere. */
  private async decide(run: number, seat: number, bot: string): Promise<void> {
    const version = this.version;
    // A bot without a budget decides at once.
    if (!bot.includes(":")) {
      await this.send({ do: "bot", table: this.table, bot });
      return;
    }
    const option = await this.advised(seat, bot);
    if (option === null || run !== this.run) return;
    await this.send({ do: "ask", table: this.table, access: { seat }, request: { do: "choose", version, option } });
  }

  /** What a bot would choose, by a worker of its own: the table can be looked at meanwhile. Null if it was stopped. */
  private async advised(seat: number, bot: string): Promise<number | null> {
    const at = JSON.stringify([this.table, this.version, seat, bot]);
    if (this.deciding?.at !== at) {
      this.endDecision();
      const player = (this.player ??= new Thinker());
      const thought = this.save().then((saved) => player.ask(this.texts, saved, { seat }, { do: "hint", bot }, (...far) => this.onBot(...far)));
      this.deciding = { at, advice: thought.then(advice) };
    }
    const deciding = this.deciding;
    try {
      return (await deciding.advice).option;
    } catch (error) {
      if (error instanceof Cancelled) return null;
      throw error;
    } finally {
      if (this.deciding === deciding) this.deciding = null;
    }
  }

  /** Ends the thoughts of a bot that decides. */
  private endDecision(): void {
    if (!this.deciding) return;
    this.player?.end();
    [this.player, this.deciding] = [null, null];
  }

  stopBots(): void {
    this.run += 1;
    this.endDecision();
  }

  async letBotsGoOn(): Promise<void> {
    await this.show(this.version);
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
    this.stopBots();
    let now = snapshot(await this.ask("full", { do: "look", since: version }));
    do {
      now = snapshot(await this.ask("full", { do: "undo", version: now.version }));
      this.undone += 1;
    } while (now.can_undo && now.deciding[0] !== undefined && this.sitter(now.deciding[0]) !== "person");
    await this.show(version);
  }

  async redo(version: number): Promise<void> {
    this.stopBots();
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
    return { ...advice(reply), version };
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

  async record(at?: number, work?: Work): Promise<string> {
    const request = { do: "ask", access: "full", request: { do: "record" } };
    if (at === undefined) return this.write({ ...request, table: this.table }, work);
    const fork = table(await this.send({ do: "fork", table: this.table, at }));
    const record = await this.write({ ...request, table: fork }, work);
    await this.send({ do: "close", table: fork });
    return record;
  }

  ruling(id: string, work?: Work): Promise<string> {
    return this.write({ do: "ask", table: this.table, access: "full", request: { do: "ruling", id, asks: null } }, work);
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
  async ask(texts: { name: string; files: [string, string][] }, saved: object, access: Access, request: Request, tell: Work["tell"]): Promise<Reply> {
    if (this.texts !== texts) {
      this.game = opened(await this.interpreter.send({ do: "open", ...texts })).game;
      [this.texts, this.saved] = [texts, null];
    }
    if (this.saved !== saved) {
      if (this.table > 0) await this.interpreter.send({ do: "close", table: this.table });
      [this.saved, this.table] = [saved, table(await this.interpreter.send({ do: "load", game: this.game, saved }))];
    }
    const all = "bot" in request ? playoutsOf(request.bot) : null;
    const ask = { do: "ask", table: this.table, access, request, locale: language.value };
    return reply(await this.interpreter.send(ask, (done) => tell(done, all)));
  }

  /** Ends the work; whoever waits for an answer learns that there is none. */
  end(): void {
    this.interpreter.end(new Cancelled());
  }
}

/** How many playouts a bot makes at one request, by its specification: `ismcts:200,cut=40`. */
const playoutsOf = (bot: string) => Number(/:(\d+)/.exec(bot)?.[1] ?? 0) || null;

function opened(answer: Answer): { game: number; description: Description } {
  if (typeof answer === "object" && "opened" in answer) return answer.opened;
  throw new Error("the engine opened no game");
}

function reply(answer: Answer): Reply {
  if (typeof answer === "object" && "reply" in answer) return answer.reply;
  throw new Error("the engine gave no reply");
}

function table(answer: Answer): number {
  if (typeof answer === "object" && "table" in answer) return answer.table;
  throw new Error("the engine made no table");
}

function advice(reply: Reply): AdviceSeen {
  if ("advice" in reply) return reply.advice;
  throw new Error("the engine gave no advice");
}

function snapshot(reply: Reply): TableSnapshot {
  if ("snapshot" in reply) return reply.snapshot;
  throw new Error("the engine sent no snapshot");
}

function text(reply: Reply): string {
  if ("text" in reply) return reply.text;
  throw new Error("the engine sent no text");
}
