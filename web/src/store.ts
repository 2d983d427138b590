// The state of the page: the table as it stands, the half-made choice, and what the reader does with both.
import { batch, computed, effect, signal } from "@preact/signals";
import type { VNode } from "preact";
import { keysOf, narrow, type Pick, thingKey } from "./choice";
import { Cancelled, type Engine, type GameEntry, Refused, type Setup, type Sitter, type Sitting, type Work } from "./engine/engine";
import type { ActionReasons, AdviceSeen, CardText, Description, EvaluationSeen, LogLine, ReviewSeen, TableSnapshot, Thing } from "./engine/types";
import { fromFragment, toFragment } from "./link";
import { glide, measure, type Places } from "./motion";
import { language, refusal, setLanguage, t } from "./text";
import { LongWork } from "./work";

export const games = signal<GameEntry[]>([]);
export const description = signal<Description | null>(null);
/** The table now. */
export const now = signal<TableSnapshot | null>(null);
/** An earlier moment that is looked at. */
export const past = signal<TableSnapshot | null>(null);
export const thinking = signal(false);
/** How far the bot is that decides; `all` is 0 as long as it is not known. */
export const thought = signal({ done: 0, all: 0 });
/** True while the bots of this page wait until the reader lets them go on. */
export const botsWait = signal(false);
export const picks = signal<Pick[]>([]);
export const problem = signal("");
export const notice = signal("");
export const log = signal<{ number: number; lines: LogLine[] }[]>([]);
/** The move after which the reader was done last. */
export const lastOwn = signal(0);
/** What is shown in the inspector: a thing with the reasons why it can't be chosen. */
export const inspected = signal<{ thing: Thing; name: string; reasons: ActionReasons[] | null } | null>(null);
export const advice = signal<AdviceSeen | null>(null);
/** A game that is opened or taken up, and a text that is written of the table. */
export const [opening, exporting] = [new LongWork(), new LongWork()];
/** Bots at work for the reader. */
export const [hinting, weighing, reviewing] = [new LongWork(), new LongWork(), new LongWork()];
/** The placement that is previewed: keys of spaces. */
export const preview = signal<Set<string>>(new Set());
/** The seat that must take the device over, on a page that several people share. */
export const cover = signal<number | null>(null);
export const confirmLast = signal(localStorage.getItem("confirm") === "yes");
export const seesAll = signal(false);
/** The playground, once it is opened: its editor is no part of the page before that. */
export const playground = signal<(() => VNode) | null>(null);
/** Who sits at a table of several; null where all sit at this page. */
export const sitting = signal<Sitting | null>(null);
/** False while the way to the table is broken. */
export const isConnected = signal(true);
/** True if the reader wants to see what the position is worth to each seat. */
export const wantsStanding = signal(localStorage.getItem("standing") === "yes");
export const standing = signal<EvaluationSeen | null>(null);
/** The reviews of a finished game: of how many moves they are made, and what they found. */
export const analysis = signal<{ done: number; isRunning: boolean; reviews: ReviewSeen[] }>({ done: 0, isRunning: false, reviews: [] });
/** The links of a table that was made here, to be sent to those who play and watch. */
export const links = signal<{ name: string; href: string }[]>([]);

export const shown = computed(() => past.value ?? now.value);
export const question = computed(() => (past.value || cover.value !== null ? null : (now.value?.question ?? null)));
export const left = computed(() => (question.value ? narrow(question.value, picks.value) : null));
/** The seat of the reader, -1 of one who has none. */
export const own = computed(() => {
  const access = shown.value?.access;
  if (typeof access === "object") return access.seat;
  return access === "full" ? (shown.value?.deciding[0] ?? 0) : -1;
});
export const sinceTurn = computed(() => log.value.filter((move) => move.number > lastOwn.value && move.lines.length > 0));

const connected = signal<Engine | null>(null);
let seats: Sitter[] = [];
/** True until the first snapshot after an answer of the reader. */
let chose = false;
/** The snapshot after the reader's last choice: what differs from it has changed. */
const before = signal<TableSnapshot | null>(null);

// Whoever drives the page from outside, such as a test, sees here that something has happened.
effect(() => {
  const table = now.value;
  const state = [table?.version, table?.moves, picks.value.length, thinking.value, past.value?.at, problem.value, cover.value];
  document.documentElement.dataset.state = state.join("/");
  document.documentElement.dataset.over = String(table?.over ?? false);
});

/** A hexagon as the icon of the page, full while the reader is to decide. */
const ICON = (colour: string, mark: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 1 14 4.5v7L8 15 2 11.5v-7Z" fill="${colour}"/>${mark}</svg>`)}`;

let telling = 0;

// The title and icon of the page tell in other tabs whose turn it is: while bots answer at once they stay as they are, since the
// browser draws them anew for each change.
effect(() => {
  const title = description.value?.title;
  const isAsked = now.value?.question != null && !now.value.over;
  const told = !title ? "ludex" : isAsked ? `● ${t("your_turn")} — ${title}` : now.value?.over ? `${t("over")} — ${title}` : title;
  clearTimeout(telling);
  telling = setTimeout(() => tell(told, isAsked), 300);
});

function tell(title: string, isAsked: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = isAsked ? ICON("#1a8f55", '<circle cx="8" cy="8" r="3" fill="#fff"/>') : ICON("#33bb66", "");
}

/** The keys of pieces and spaces that are not as they were after the reader's last turn. */
export const changed = computed(() => {
  const [then, seen] = [before.value, now.value];
  if (!then || !seen || past.value) return new Set<string>();
  const old = whereabouts(then);
  const keys = new Set<string>();
  for (const [key, at] of whereabouts(seen)) if (old.get(key) !== at) keys.add(key);
  return keys;
});

/** For each known piece where it lies, and for each space what it holds. */
function whereabouts(snapshot: TableSnapshot): Map<string, string> {
  const found = new Map<string, string>();
  for (const holdings of [snapshot.table, ...snapshot.players]) {
    for (const place of holdings.places) place.pieces.forEach((piece) => piece !== null && found.set(`piece:${piece}`, `${place.place}`));
    for (const board of holdings.boards) for (const space of board.spaces) found.set(`space:${space.space}`, JSON.stringify([space.fields, space.places]));
  }
  return found;
}

export async function connect(to: Engine): Promise<void> {
  connected.value = to;
  const engine = to;
  engine.onSnapshot = receive;
  engine.onSitting = (seen) => (sitting.value = seen);
  engine.onLinks = (made) => (links.value = made);
  engine.onBot = (done, all) => (thought.value = { done, all: all ?? 0 });
  engine.onConnection = (isOpen) => (isConnected.value = isOpen);
  await attempt(async () => {
    games.value = await engine.games();
    await fromHash();
  });
  // A link that is opened in this tab changes its fragment alone.
  addEventListener("hashchange", () => void attempt(fromHash));
}

export const can = () => connected.value?.can ?? { fork: false, link: false, seeAll: false, links: false };

/** The engine, which everything after `connect` has. */
function engine(): Engine {
  if (!connected.value) throw new Error(t("loading"));
  return connected.value;
}

/** Runs something that may be refused, and tells the reader if it was. */
export async function attempt(run: () => Promise<void>): Promise<void> {
  problem.value = "";
  try {
    await run();
  } catch (error) {
    if (error instanceof Cancelled) return;
    const message = error instanceof Refused ? refusal(error.code, error.message) : error instanceof Error ? error.message : String(error);
    problem.value = t("problem", { message });
    if (!(error instanceof Refused)) console.error(error);
  }
}

/** Where pieces were drawn before the page changed. */
let places: Places = new Map();

/** Lets pieces glide from where they were drawn to where they are now; the page calls it once it is drawn anew. */
export function settle(): void {
  glide(places);
  places = new Map();
}

function receive(snapshot: TableSnapshot, isThinking: boolean): void {
  places = measure();
  // Nobody wants a hint any more that is about an older table.
  if (snapshot.version !== now.value?.version) hinting.stop();
  // The game is there; what its bots think is shown at the table.
  opening.finish();
  batch(() => {
    const had = now.value;
    const asks = snapshot.question && JSON.stringify(snapshot.question) !== JSON.stringify(had?.question);
    if (asks || !snapshot.question) picks.value = [];
    log.value = [...log.value.filter((move) => move.number < snapshot.log.from), ...snapshot.log.moves];
    const seat = typeof snapshot.access === "object" ? snapshot.access.seat : null;
    const hadSeat = had && typeof had.access === "object" ? had.access.seat : null;
    const people = seats.filter((sitter) => sitter === "person").length;
    if (had && people > 1 && seat !== null && seat !== hadSeat && description.value?.has_secrets) cover.value = seat;
    if (chose) {
      before.value = snapshot;
      lastOwn.value = snapshot.moves;
      chose = false;
    }
    now.value = snapshot;
    past.value = null;
    thinking.value = isThinking;
    botsWait.value = false;
    thought.value = { done: 0, all: 0 };
    advice.value = null;
    show([]);
  });
  if (!isThinking) void weigh();
  if (!isThinking && engine().can.link) remember();
}

export async function openGame(name: string): Promise<void> {
  await attempt(async () => {
    leave();
    description.value = await opening.run((work) => engine().open(name, work));
  });
}

/** Opens a game from its texts, where the engine is in this page. */
export async function openTexts(name: string, files: [string, string][]): Promise<void> {
  await attempt(async () => {
    leave();
    description.value = await opening.run(async (work) => (await engine().openTexts?.(name, files, work)) ?? null);
  });
}

/** Opens the playground, which is loaded then. */
export const openPlayground = () =>
  attempt(async () => {
    const { Playground } = await import("./playground/page");
    playground.value = Playground;
  });

export const connectedEngine = () => connected.value;

export function leave(): void {
  for (const work of [opening, exporting, hinting, weighing, reviewing]) work.stop();
  connected.value?.stopBots?.();
  batch(() => {
    botsWait.value = false;
    description.value = null;
    now.value = null;
    past.value = null;
    before.value = null;
    log.value = [];
    lastOwn.value = 0;
    inspected.value = null;
    cover.value = null;
    seesAll.value = false;
    sitting.value = null;
    standing.value = null;
    analysis.value = { done: 0, isRunning: false, reviews: [] };
  });
  history.replaceState(null, "", location.pathname + location.search);
}

export async function begin(setup: Setup): Promise<void> {
  await attempt(async () => {
    seats = setup.seats;
    await engine().begin(setup, description.value?.game ?? "");
  });
}

export async function resume(record: string, sitters?: Sitter[]): Promise<void> {
  await attempt(async () => {
    const { game, players } = JSON.parse(record) as { game: string; players: number };
    const sat = await opening.run(async (work) => {
      if (description.value?.game !== game) description.value = await engine().open(game, work);
      seats = sitters ?? Array.from({ length: players }, () => "person");
      await engine().resume(record, seats, work);
      return true;
    });
    if (sat) lastOwn.value = now.value?.moves ?? 0;
    else leave();
  });
}

/** Picks a thing that glows; the last pick chooses. */
export function pickThing(thing: Thing, text: string): void {
  const key = thingKey(thing);
  if (left.value?.glowing.has(key)) pick({ thing: key, text });
}

export function pick(next: Pick): void {
  if (!question.value) return;
  const after = narrow(question.value, [...picks.value, next]);
  if (after.options.length === 1 && !confirmLast.value) void choose(after.options[0] ?? 0);
  else picks.value = [...picks.value, next];
}

/** The spaces and pieces of the one option that a pick of a thing would leave, to be previewed. */
export function foresee(key: string): void {
  const options = question.value && left.value?.glowing.has(key) ? narrow(question.value, [...picks.value, { thing: key, text: "" }]).options : [];
  const only = options.length === 1 ? question.value?.options[options[0] ?? 0] : undefined;
  const keys = only?.parts.flatMap(({ thing }) => (thing ? keysOf(thing) : [])) ?? [];
  show(keys);
}

/** Previews spaces and pieces; where they are those that are previewed, nothing is drawn anew. */
export function show(keys: string[]): void {
  const isSame = new Set(keys).size === preview.value.size && keys.every((key) => preview.value.has(key));
  if (!isSame) preview.value = new Set(keys);
}

export function unpick(count: number): void {
  picks.value = picks.value.slice(0, count);
}

export async function choose(option: number): Promise<void> {
  const version = now.value?.version ?? 0;
  inspected.value = null;
  chose = true;
  await attempt(() => engine().choose(version, option));
  chose = false;
}

export const canStopBots = () => connected.value?.stopBots !== undefined;

/** Stops the bots of this page at once: the table waits, to be looked at or taken back, until they are let go on. */
export function stopBots(): void {
  engine().stopBots?.();
  batch(() => {
    thinking.value = false;
    botsWait.value = true;
  });
}

export const letBotsGoOn = () =>
  attempt(async () => {
    botsWait.value = false;
    await engine().letBotsGoOn?.();
  });

export const undo = () => attempt(() => engine().undo(now.value?.version ?? 0));
export const redo = () => attempt(() => engine().redo(now.value?.version ?? 0));

export async function lookBack(at: number): Promise<void> {
  await attempt(async () => {
    const seen = at >= (now.value?.moves ?? 0) ? null : await engine().lookBack(at);
    places = measure();
    past.value = seen;
  });
}

/** Shows the moves since the reader's last turn one after the other. */
export async function replay(): Promise<void> {
  const last = now.value?.moves ?? 0;
  for (let at = lastOwn.value; at < last; at++) {
    await lookBack(at);
    await new Promise((done) => setTimeout(done, 700));
  }
  past.value = null;
}

export const fork = (at: number) =>
  attempt(async () => {
    log.value = [];
    await engine().fork(at);
  });

export async function inspect(thing: Thing, name: string): Promise<void> {
  inspected.value = { thing, name, reasons: null };
  if (!question.value) return;
  const reasons = await engine().whyNot(thing).catch(() => []);
  if (inspected.value?.thing === thing) inspected.value = { thing, name, reasons };
}

/** The bot whose advice is asked for. */
const ADVISED_BY = "ismcts:200,cut=40";

export async function hint(): Promise<void> {
  advice.value = null;
  // One bot works for a reader at a time.
  weighing.stop();
  await attempt(async () => {
    const found = await hinting.run((work) => engine().hint(ADVISED_BY, work));
    if (found && found.version === now.value?.version) advice.value = found;
  });
  if (standing.value === null) void weigh();
}

/** Budgets of estimates: some hundred games, each valued after some decisions. */
const WEIGHED_BY = "flat:120,cut=60";
const REVIEWED_BY = "flat:400,cut=60";

/** Asks what the position is worth, if the reader wants to know. While a bot works at it, the table that is next waits. */
async function weigh(): Promise<void> {
  const isAsked = () => wantsStanding.value && now.value !== null && !now.value.over && own.value >= 0;
  if (!isAsked()) {
    weighing.stop();
    standing.value = null;
    return;
  }
  if (weighing.running.value || hinting.running.value) return;
  const version = now.value?.version;
  // A seat that does not decide is told nothing where something is hidden.
  const found = await weighing.run((work) => engine().evaluate(WEIGHED_BY, work)).catch(() => null);
  if (now.value?.version === version) standing.value = found;
  else if (isAsked()) await weigh();
}

export function setStanding(yes: boolean): void {
  wantsStanding.value = yes;
  localStorage.setItem("standing", yes ? "yes" : "no");
  void weigh();
}

/** Reviews all moves of a finished game, one after the other, until it is stopped. */
export async function analyse(): Promise<void> {
  analysis.value = { done: 0, isRunning: true, reviews: [] };
  const moves = now.value?.moves ?? 0;
  await attempt(async () => {
    for (let at = 1; at <= moves && analysis.value.isRunning; at++) {
      const found = await reviewing.run((work) => engine().review(at, REVIEWED_BY, work));
      if (!analysis.value.isRunning) break;
      const reviews = found ? [...analysis.value.reviews, found] : analysis.value.reviews;
      analysis.value = { ...analysis.value, done: at, reviews };
    }
  });
  stopAnalysis();
}

export function stopAnalysis(): void {
  reviewing.stop();
  analysis.value = { ...analysis.value, isRunning: false };
}

/** Shows the page and the game in another language. */
export const speak = (code: string) =>
  attempt(async () => {
    setLanguage(code);
    const described = await connected.value?.speak(language.value);
    if (described && description.value) description.value = described;
  });

export const rename = (seat: number, name: string) => attempt(() => engine().rename(seat, name));
export const seatsOfOwn = () => connected.value?.ownSeats() ?? [];

export const seeAll = (all: boolean) =>
  attempt(async () => {
    seesAll.value = all;
    log.value = [];
    await engine().seeAll(all);
  });

export function setConfirm(yes: boolean): void {
  confirmLast.value = yes;
  localStorage.setItem("confirm", yes ? "yes" : "no");
}

/** The card of a thing, if it has one. */
export function cardOf(thing: Thing): CardText | undefined {
  const game = description.value;
  if (!game) return undefined;
  if ("piece" in thing) {
    const piece = game.pieces[thing.piece];
    return piece && game.kinds[piece.kind]?.rows[piece.row];
  }
  return "row" in thing ? game.kinds[thing.row.kind]?.rows[thing.row.row] : undefined;
}

export const ruling = (id: string) => engine().ruling(id);

/** Saves a text of the table as a file, unless its writing is stopped. */
const exportFile = (name: string, write: (work: Work) => Promise<string>) =>
  attempt(async () => {
    const text = await exporting.run(write);
    if (text !== null) saveFile(name, text);
  });

export const exportRecord = () => exportFile(`${description.value?.game ?? "game"}.json`, (work) => engine().record(undefined, work));
export const exportRuling = (id: string) => exportFile(`${id}.yaml`, (work) => engine().ruling(id, work));

/** Letters of a link that is copied; what is longer is cut by many programs that people send links with. */
const LONGEST_LINK = 8000;

/** Copies a link that holds the game up to the moment that is shown; a long game is saved as a file instead. */
export const copyLink = () =>
  attempt(async () => {
    const record = await exporting.run((work) => engine().record(past.value?.at, work));
    if (record === null) return;
    const link = new URL(location.href);
    link.hash = await toFragment(record);
    if (link.href.length > LONGEST_LINK) {
      saveFile(`${description.value?.game ?? "game"}.json`, record);
      notice.value = t("link_long");
      return;
    }
    await navigator.clipboard.writeText(link.href);
    notice.value = t("link_copied");
  });

/** Lets the reader save a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Takes up what a link names: a recorded game, a seat at a table, or the right to make tables. */
async function fromHash(): Promise<void> {
  const tokens = /^#t=([\w,-]+)$/.exec(location.hash)?.[1];
  if (tokens) {
    const game = await engine().join(tokens.split(","));
    description.value = await engine().open(game);
    return;
  }
  if (location.hash === "#playground" && can().link) {
    leave();
    return openPlayground();
  }
  const host = /^#host=([\w-]+)$/.exec(location.hash)?.[1];
  if (host) {
    sessionStorage.setItem("ludex.host", host);
    history.replaceState(null, "", location.pathname);
  }
  const found = await fromFragment(location.hash);
  if (found) await resume(found);
}

const KEPT = "ludex.kept";

let remembering = 0;

/** Keeps the game for the next visit, once the reader pauses: a record is the longer to make the longer the game is. */
function remember(): void {
  clearTimeout(remembering);
  remembering = setTimeout(async () => {
    const version = now.value?.version;
    const text = await engine().record().catch(() => null);
    if (!text) return;
    localStorage.setItem(KEPT, JSON.stringify({ record: text, seats }));
    document.documentElement.dataset.kept = String(version);
  }, now.value?.over ? 0 : 400);
}

export function kept(): { record: string; seats: Sitter[] } | null {
  const text = localStorage.getItem(KEPT);
  return text ? (JSON.parse(text) as { record: string; seats: Sitter[] }) : null;
}
