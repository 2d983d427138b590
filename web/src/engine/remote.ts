// The engine behind a socket of `ludex serve`: several people at one table, each at a page of their own.
import { language } from "../text";
import type { AdviceSeen, ActionReasons, Description, EvaluationSeen, Refusal, Reply, Request, ReviewSeen, TableSnapshot, Thing } from "./types";
import { Cancelled, type Engine, type GameEntry, Refused, type Setup, type Sitter, type Work } from "./engine";

type Role = { seat: number } | "spectator" | "creator";
interface Joined {
  game: string;
  roles: Role[];
  access: TableSnapshot["access"];
}
interface NewLinks {
  creator: string;
  seats: string[];
  spectator: string;
}
type Answer = Reply | { joined: Joined } | "done" | { link: { token: string } };
type Message =
  | { n: number; reply: Answer }
  | { n: number | null; refusal: Refusal }
  | { snapshot: TableSnapshot }
  | { seats: SeatsMessage }
  | { progress: { n: number; done: number; all: number | null } };
interface SeatsMessage {
  seats: { name: string | null; bot: string | null; is_present: boolean; decides: boolean }[];
  spectators: number;
  clocks: { left_ms: number[]; running: number[] } | null;
}
type ServerRequest = Request | { do: "join"; tokens: string[]; client: string; version: number | null; locale: string } | { do: "look_from"; seat: number | null } | { do: "take_name"; seat: number; name: string } | { do: "cancel"; request: number } | { do: "speak"; locale: string };

/** Waits before a new connection is tried, in milliseconds; the last one again and again. */
const PATIENCE = [200, 500, 1000, 3000, 8000];

export class RemoteEngine implements Engine {
  readonly can = { fork: false, link: false, seeAll: false, links: true };
  onSnapshot: Engine["onSnapshot"] = () => {};
  onSitting: Engine["onSitting"] = () => {};
  onConnection: Engine["onConnection"] = () => {};
  onLinks: (links: { name: string; href: string }[]) => void = () => {};

  private socket: WebSocket | null = null;
  private tries = 0;
  private waiting = new Map<number, { text: string; done(answer: Answer): void; fail(error: Error): void; work?: Work | undefined }>();
  private last = 0;
  private client = crypto.randomUUID();
  private tokens: string[] = [];
  private seats: number[] = [];
  private shown: TableSnapshot | null = null;
  private bots = new Set<number>();
  private game = "";

  /** The game of a link's table, which the page then shows. */
  async join(tokens: string[]): Promise<string> {
    this.tokens = tokens;
    sessionStorage.setItem("ludex.tokens", tokens.join(","));
    await this.open_socket();
    const joined = await this.joined();
    return joined.game;
  }

  private async joined(): Promise<Joined> {
    const answer = await this.send({ do: "join", tokens: this.tokens, client: this.client, version: this.shown?.version ?? null, locale: language.value });
    if (typeof answer !== "object" || !("joined" in answer)) throw new Error("the server let nobody in");
    this.seats = answer.joined.roles.flatMap((role) => (typeof role === "object" ? [role.seat] : []));
    return answer.joined;
  }

  private open_socket(): Promise<void> {
    const url = new URL("socket", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    const socket = new WebSocket(url);
    this.socket = socket;
    return new Promise((done, fail) => {
      socket.onopen = () => {
        this.tries = 0;
        this.onConnection(true);
        done();
      };
      socket.onerror = () => fail(new Error("the server can't be reached"));
      socket.onmessage = (event: MessageEvent<string>) => this.read(JSON.parse(event.data) as Message);
      socket.onclose = () => this.reconnect(socket);
    });
  }

  /** Comes back to the table; what was not answered is sent again with its number, and done once. */
  private reconnect(socket: WebSocket): void {
    if (socket !== this.socket || this.tokens.length === 0) return;
    this.onConnection(false);
    const pause = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)];
    setTimeout(() => {
      this.open_socket()
        .then(() => this.joined())
        .then(() => {
          for (const { text } of this.waiting.values()) this.socket?.send(text);
        })
        .catch(() => {});
    }, pause);
  }

  private read(message: Message): void {
    if ("snapshot" in message) {
      this.show(message.snapshot);
    } else if ("seats" in message) {
      const { seats, spectators, clocks } = message.seats;
      this.bots = new Set(seats.flatMap(({ bot }, seat) => (bot === null ? [] : [seat])));
      const faces = clocks && { seats: clocks.left_ms.map((left, seat) => ({ left, running: clocks.running.includes(seat) })) };
      this.onSitting({ seats, spectators, clocks: faces, since: performance.now() });
    } else if ("progress" in message) {
      const { n, done, all } = message.progress;
      this.waiting.get(n)?.work?.tell(done, all);
    } else if (message.n !== null) {
      const waiting = this.waiting.get(message.n);
      this.waiting.delete(message.n);
      if ("refusal" in message) waiting?.fail(new Refused(message.refusal));
      else waiting?.done(message.reply);
    }
  }

  private show(snapshot: TableSnapshot): void {
    this.shown = snapshot;
    const asked = snapshot.deciding[0];
    const own = snapshot.deciding.find((seat) => this.seats.includes(seat));
    const from = typeof snapshot.access === "object" ? snapshot.access.seat : null;
    if (own !== undefined && own !== from && !snapshot.question) void this.send({ do: "look_from", seat: own });
    else this.onSnapshot(snapshot, asked !== undefined && this.bots.has(asked));
  }

  private send(request: ServerRequest, work?: Work): Promise<Answer> {
    return new Promise((done, fail) => {
      const n = ++this.last;
      const text = JSON.stringify({ n, request });
      this.waiting.set(n, { text, done, fail, work });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
      work?.signal.addEventListener("abort", () => this.cancel(n), { once: true });
    });
  }

  /** Ends a bot's work, here at once and at the server. */
  private cancel(request: number): void {
    const waiting = this.waiting.get(request);
    if (!waiting) return;
    this.waiting.delete(request);
    waiting.fail(new Cancelled());
    void this.send({ do: "cancel", request });
  }

  private async ask(request: Request, work?: Work): Promise<Reply> {
    const answer = await this.send(request, work);
    if (typeof answer !== "object" || "joined" in answer || "link" in answer) throw new Error("the server gave no reply");
    if ("snapshot" in answer && request.do !== "look_back") this.show(answer.snapshot);
    return answer;
  }

  async games(): Promise<GameEntry[]> {
    const response = await fetch("api/games");
    if (!response.ok) throw new Error(`api/games: ${response.status}`);
    const found = (await response.json()) as (GameEntry | { games: GameEntry[] })[] | { games: GameEntry[] };
    return (Array.isArray(found) ? (found as GameEntry[]) : found.games).map(({ name, title, titles, nets }) => ({ name, title, nets, ...(titles ? { titles } : {}), example: false }));
  }

  async open(name: string): Promise<Description> {
    this.game = name;
    const response = await fetch(`api/games/${encodeURIComponent(name)}/${language.value}`);
    if (!response.ok) throw new Error(`api/games/${name}: ${response.status}`);
    return (await response.json()) as Description;
  }

  async begin({ seats, options, seed, clock }: Setup, game: string): Promise<void> {
    const host = sessionStorage.getItem("ludex.host");
    const response = await fetch("api/tables", {
      method: "POST",
      headers: { "content-type": "application/json", ...(host ? { authorization: `Bearer ${host}` } : {}) },
      body: JSON.stringify({ game, seats: seats.map((sitter) => (typeof sitter === "object" ? { bot: sitter.bot } : {})), options, seed, ...(clock ? { clock } : {}) }),
    });
    const made = (await response.json()) as NewLinks | Message;
    if (!("creator" in made)) throw "refusal" in made ? new Refused(made.refusal) : new Error(`api/tables: ${response.status}`);
    const link = (token: string) => new URL(`#t=${token}`, location.href).href;
    this.onLinks([
      ...made.seats.map((token, seat) => ({ name: `P${seat}`, href: link(token) })),
      { name: "👁", href: link(made.spectator) },
    ]);
    const own = made.seats.filter((_, seat) => seats[seat] === "person");
    const tokens = [...own, made.creator];
    history.replaceState(null, "", `#t=${tokens.join(",")}`);
    await this.join(tokens);
  }

  resume(_record: string, _seats: Sitter[]): Promise<void> {
    return Promise.reject(new Error("a server takes up its own games"));
  }

  async choose(version: number, option: number): Promise<void> {
    await this.ask({ do: "choose", version, option });
  }

  async undo(version: number): Promise<void> {
    await this.ask({ do: "undo", version });
  }

  async redo(version: number): Promise<void> {
    await this.ask({ do: "redo", version });
  }

  async lookBack(at: number): Promise<TableSnapshot> {
    const reply = await this.ask({ do: "look_back", at });
    if ("snapshot" in reply) return reply.snapshot;
    throw new Error("the server sent no snapshot");
  }

  fork(): Promise<void> {
    return Promise.reject(new Error("a table of several people goes one way"));
  }

  async whyNot(about: Thing | null): Promise<ActionReasons[]> {
    const reply = await this.ask({ do: "why_not", about });
    return "reasons" in reply ? reply.reasons : [];
  }

  async hint(bot: string, work: Work): Promise<AdviceSeen> {
    const reply = await this.ask({ do: "hint", bot }, work);
    if ("advice" in reply) return reply.advice;
    throw new Error("the server gave no advice");
  }

  async evaluate(bot: string, work: Work): Promise<EvaluationSeen> {
    const reply = await this.ask({ do: "evaluate", bot }, work);
    if ("evaluation" in reply) return reply.evaluation;
    throw new Error("the server told no worth");
  }

  async review(at: number, bot: string, work: Work): Promise<ReviewSeen | null> {
    const reply = await this.ask({ do: "review", at, bot }, work);
    if ("review" in reply) return reply.review ?? null;
    throw new Error("the server gave no review");
  }

  async speak(locale: string): Promise<Description | null> {
    if (this.shown) await this.send({ do: "speak", locale });
    return this.game ? this.open(this.game) : null;
  }

  async rename(seat: number, name: string): Promise<void> {
    await this.send({ do: "take_name", seat, name });
  }

  ownSeats(): number[] {
    return this.seats;
  }

  async record(): Promise<string> {
    const reply = await this.ask({ do: "record" });
    if ("text" in reply) return reply.text;
    throw new Error("the server sent no record");
  }

  async ruling(id: string): Promise<string> {
    const reply = await this.ask({ do: "ruling", id, asks: null });
    if ("text" in reply) return reply.text;
    throw new Error("the server sent no ruling");
  }

  seeAll(): Promise<void> {
    return Promise.reject(new Error("a player sees what the seat may see"));
  }
}
