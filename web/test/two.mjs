// Two browsers at one table of `ludex serve`: nothing that a seat may not know reaches its browser, neither on the wire nor in the
// page. All that Chromium receives (frames of the socket, bodies of answers) and the whole document are compared. Two tables that
// a seat can't tell apart must give it the same texts, byte for byte; in a whole game no hidden card is named. Besides: a reload in
// the middle of a decision, and what is refused to a foreign seat. Usage: node test/two.mjs LUDEX NATIVE [sealed] [dealt] [noah]
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE, until, within } from "./bounds.mjs";
import { startNative } from "./engine.mjs";
import { byClick, startBrowser } from "./robot.mjs";
import { chance } from "./targets.mjs";
import { startServer } from "./server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [ludex, nativePath, ...only] = process.argv.slice(2);
const GAMES = { noah: here("../../games/noah"), goofspiel: here("../../examples/goofspiel"), kuhn_poker: here("../../examples/kuhn_poker") };

/** The native interpreter, which knows both worlds: what the server may not tell. */
async function startOracle(game) {
  const native = startNative(nativePath);
  const entries = (await readdir(GAMES[game])).filter((name) => /\.(yaml|rules)$/.test(name)).sort();
  const files = await Promise.all(entries.map(async (name) => [name, await readFile(join(GAMES[game], name), "utf8")]));
  const send = async (request) => {
    const answer = JSON.parse(await within(60, `the native answer to ${request.do}`, native.answer(JSON.stringify(request))));
    assert.equal(answer.refused, undefined, JSON.stringify(answer.refused));
    return answer;
  };
  const { opened } = await send({ do: "open", name: game, files });
  const { description } = opened;
  return {
    description,
    begin: async (seed) => (await send({ do: "begin", game: opened.game, players: 2, seed, options: {} })).table,
    resume: async (record) => (await send({ do: "resume", game: opened.game, record })).table,
    ask: async (table, access, request) => (await send({ do: "ask", table, access, request })).reply,
    close: () => native.close(),
  };
}

async function createTable(address, game, seed) {
  const body = JSON.stringify({ game, seats: [{}, {}], seed });
  const made = await within(30, "a new table", fetch(`${address}api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body }));
  assert.equal(made.status, 201);
  return made.json();
}

/** Opens the link of a seat in a browser of its own, and keeps all that reaches it. */
async function sit(address, token) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000 * PATIENCE);
  const [frames, bodies, troubles] = [[], [], []];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  page.on("response", (response) => bodies.push(response.text().then((text) => `${new URL(response.url()).pathname}\n${text}`, () => "")));
  page.on("pageerror", (error) => troubles.push(error.stack));
  await page.goto(`${address}#t=${token}`);
  await page.waitForSelector("#question .state");
  return { page, frames, bodies, troubles, close: () => context.close() };
}

const version = (page) => page.evaluate(() => Number(document.documentElement.dataset.state.split("/")[0]));
/** Waits until both pages show the same version, later than one of before, and nothing more comes. */
async function inStep(seats, before, what) {
  await until(20, what, async () => {
    const versions = await Promise.all(seats.map(({ page }) => version(page)));
    return versions[0] > before && versions.every((one) => one === versions[0]);
  });
  let count = -1;
  await until(20, `silence after ${what}`, async () => {
    const now = seats.reduce((sum, { frames }) => sum + frames.length, 0);
    const isSilent = now === count;
    count = now;
    if (!isSilent) await new Promise((done) => setTimeout(done, 150));
    return isSilent;
  });
}

/** The title and icon of a page rest for a moment after each change: true once they say whether its seat is asked. */
const isTold = (page) => page.evaluate(() => document.title !== "ludex" && document.title.startsWith("●") === (document.querySelector("#question .step") !== null));

/** Everything that reached a browser, and what it shows; ids and links of tables, which are random, are put aside. */
async function reached({ page, frames, bodies }, { table, seats, spectator, creator }) {
  await until(20, "the title says whose turn it is", () => isTold(page));
  const document = await page.evaluate(() => window.document.documentElement.outerHTML);
  const texts = [...frames, "-- bodies", ...(await within(20, "bodies of answers", Promise.all(bodies))).sort(), "-- document", document];
  const secrets = [table, ...seats, spectator, creator].filter(Boolean);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "ID"), texts.join("\n"));
}

/** Takes a step of the question by its place or words. */
const take = (page, step) => page.click(typeof step === "number" ? `#question .step >> nth=${step}` : `#question .step:has-text("${step}")`);

/** Plays one table by a script of `[seat, step]`; gives what had reached the first seat after each act. */
async function watched(address, game, seed, script) {
  const links = await createTable(address, game, seed);
  const seats = [await sit(address, links.seats[0])];
  seats.push(await sit(address, links.seats[1]));
  await inStep(seats, -1, "both are at the table");
  const seen = [await reached(seats[0], links)];
  for (const [seat, step] of script) {
    const before = await version(seats[0].page);
    await take(seats[seat].page, step);
    await inStep(seats, before, `P${seat} takes ${step} at ${game}`);
    seen.push(await reached(seats[0], links));
  }
  assert.deepEqual(seats.flatMap(({ troubles }) => troubles), []);
  for (const seat of seats) await seat.close();
  return seen;
}

/** A sealed answer: whatever the other seat bids, the first is sent the same, until both have bid. */
async function sealed(address) {
  const script = (bid) => [[1, bid], [0, 0]];
  const [low, high] = [await watched(address, "goofspiel", "1", script(0)), await watched(address, "goofspiel", "1", script(3))];
  assert.equal(low[0], high[0], "at the beginning");
  assert.equal(low[1], high[1], "after the other's bid");
  assert.notEqual(low[2], high[2], "the bids are open: texts that never differ would prove nothing");
  console.log(`sealed answers: ${low[1].length} letters reached the seat, the same whatever the other bids`);
}

/** Dealt cards: two seeds that give the first seat the same card, and the other another. */
async function dealt(address) {
  const oracle = await startOracle("kuhn_poker");
  const worlds = new Map();
  let pair = null;
  for (let seed = 1; seed < 200 && !pair; seed++) {
    const table = await oracle.begin(String(seed));
    const own = JSON.stringify(await oracle.ask(table, { seat: 0 }, { do: "look" }));
    for (const seat of [0, 1]) {
      const { snapshot } = await oracle.ask(table, { seat }, { do: "look" });
      const option = snapshot.question.options.findIndex(({ label }) => label.includes("bet"));
      await oracle.ask(table, { seat }, { do: "choose", version: snapshot.version, option });
    }
    const { result } = (await oracle.ask(table, "full", { do: "look" })).snapshot;
    const end = JSON.stringify(result);
    const other = worlds.get(own) ?? { seed, end };
    if (other.end !== end) pair = [other.seed, seed];
    worlds.set(own, other);
  }
  oracle.close();
  assert.ok(pair, "two deals that look the same to the first seat");
  const script = [[0, "bet"], [1, "bet"]];
  const [one, other] = [await watched(address, "kuhn_poker", String(pair[0]), script), await watched(address, "kuhn_poker", String(pair[1]), script)];
  assert.equal(one[0], other[0], "as the cards lie");
  assert.equal(one[1], other[1], "after the first bet");
  assert.notEqual(one[2], other[2], "the cards are open: texts that never differ would prove nothing");
  console.log(`dealt cards: seeds ${pair.join(" and ")} reach the seat as the same ${one[1].length} letters until the cards are open`);
}

/** All numbers of pieces that a message names. */
function named(value, found = new Set()) {
  if (Array.isArray(value)) for (const one of value) named(one, found);
  else if (value && typeof value === "object") {
    for (const [key, one] of Object.entries(value)) {
      if (key === "piece" && typeof one === "number") found.add(one);
      if (key === "pieces" && Array.isArray(one)) for (const piece of one) if (typeof piece === "number") found.add(piece);
      named(one, found);
    }
  }
  return found;
}

/** What a browser was sent and showed, by the number of moves that were made. */
function diary() {
  const moments = new Map();
  const at = (move) => moments.get(move) ?? moments.set(move, new Set()).get(move);
  return {
    moments,
    frames(frames) {
      for (const frame of frames) {
        const message = JSON.parse(frame);
        const snapshot = message.snapshot ?? message.reply?.snapshot;
        if (snapshot) for (const piece of named(snapshot)) at(snapshot.at).add(piece);
      }
    },
    async page(page, move) {
      const shown = await page.evaluate(() => [...document.querySelectorAll("[data-thing]")].map((one) => one.dataset.thing));
      for (const thing of shown) if (thing.startsWith("piece:")) at(move).add(Number(thing.slice(6)));
    },
  };
}

/**
 * The pieces that a diary names while they lie in another seat's hand and its seat had not seen them before. `hands` has the
 * hand of the other seat after each move; `isSeenIn` tells of a move that shows that hand by the rules.
 */
function leaked({ moments }, hands, isSeenIn) {
  const [known, found] = [new Set(), []];
  for (const [at, hand] of hands.entries()) {
    const told = moments.get(at) ?? new Set();
    for (const piece of told) {
      if (!hand.has(piece) || isSeenIn(at)) known.add(piece);
      else if (!known.has(piece)) found.push(`piece ${piece} after move ${at}`);
    }
  }
  return found;
}

/** A whole game of Noah at two browsers. */
async function noah(address) {
  const links = await createTable(address, "noah", "11");
  const seats = [await sit(address, links.seats[0]), await sit(address, links.seats[1])];
  await inStep(seats, -1, "both are at the table");
  await foreign(address, links, seats);
  const diaries = [diary(), diary()];
  const pick = chance(11);
  const counts = { table: 0, bar: 0, keys: 0 };
  let isReloaded = false;
  const over = () => seats[0].page.evaluate(() => document.documentElement.dataset.over === "true");
  for (let n = 0; n < 1500 && !(await over()); n++) {
    const asks = await Promise.all(seats.map(({ page }) => page.locator("#question .step").count()));
    const { page } = seats[asks[0] > 0 ? 0 : 1];
    if (!isReloaded && (await page.locator(HALF).count()) > 0) {
      await within(60, "a reload in the middle of a decision", reloaded(page));
      isReloaded = true;
    }
    const [state, before] = [await page.evaluate(() => document.documentElement.dataset.state), await version(page)];
    await within(20, `click ${n}`, byClick(page, pick, counts));
    await until(20, `the page answers click ${n}`, async () => (await page.evaluate(() => document.documentElement.dataset.state)) !== state);
    if ((await version(page)) === before) continue;
    await inStep(seats, before, `click ${n} reaches both`);
    const moves = await page.evaluate(() => Number(document.documentElement.dataset.state.split("/")[1]));
    for (const [seat, { page }] of seats.entries()) await diaries[seat].page(page, moves);
  }
  assert.ok(await over(), "the game comes to its end");
  assert.ok(isReloaded, "some decision is made in several steps");
  // Before the record is asked for, which tells everything.
  for (const [seat, { frames }] of seats.entries()) diaries[seat].frames(frames);
  const record = await seats[0].page.evaluate(recordOf, links.seats[0]);
  const [moves, hands] = await truth(record);
  const giraffe = (at) => /giraffe/.test(moves[at - 1] ?? "");
  for (const seat of [0, 1]) {
    assert.deepEqual(leaked(diaries[seat], hands[1 - seat], giraffe), [], `what reached P${seat}`);
    // The same search finds a server that sends a seat what is the other's.
    assert.notEqual(leaked(diaries[seat], hands[seat], () => false).length, 0, "a search that finds nothing anywhere proves nothing");
  }
  assert.deepEqual(seats.flatMap(({ troubles }) => troubles), []);
  for (const seat of seats) await seat.close();
  const count = diaries.map(({ moments }) => moments.size).join(" and ");
  console.log(`noah at two browsers: ${moves.length} moves, ${count} moments looked at, no hidden card named; reload and foreign seats as they should be`);
}

/** Asks for the record on a connection of its own; runs in the page. */
async function recordOf(token) {
  const socket = new WebSocket(new URL("socket", location.origin).href.replace("http", "ws"));
  const ask = (n, request) =>
    new Promise((done, fail) => {
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.n === n) message.refusal ? fail(new Error(JSON.stringify(message.refusal))) : done(message.reply);
      });
      socket.send(JSON.stringify({ n, request }));
    });
  await new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: fail }));
  await ask(1, { do: "join", tokens: [token], client: "record", version: null });
  const { text } = await ask(2, { do: "record" });
  socket.close();
  return text;
}

/** The moves of a record in words, and the hand of each seat after each move. */
async function truth(record) {
  const oracle = await startOracle("noah");
  const hand = oracle.description.places.findIndex(({ name }) => name === "hand");
  assert.ok(hand >= 0);
  const table = await oracle.resume(record);
  const { snapshot } = await oracle.ask(table, "full", { do: "look" });
  const hands = [[], []];
  for (let at = 0; at <= snapshot.moves; at++) {
    const { snapshot } = await oracle.ask(table, "full", { do: "look_back", at });
    for (const seat of [0, 1]) {
      const places = snapshot.players[seat].places.filter(({ declared }) => declared === hand);
      hands[seat].push(new Set(places.flatMap(({ pieces }) => pieces)));
    }
  }
  assert.ok(hands.every((all) => all.some((one) => one.size > 0)), "hands are found");
  oracle.close();
  const words = JSON.parse(record).choices.map(String);
  assert.equal(words.length, snapshot.moves);
  return [words, hands];
}

/** A step after which several options are left. */
const HALF = "#question [data-step]:has(small)";

/** A reload in the middle of a decision shows the same question, and what was half chosen is open again. */
async function reloaded(page) {
  const [prompt, before] = [await page.textContent("#question .state"), await version(page)];
  await page.locator(HALF).first().click();
  await page.waitForFunction(() => Number(document.documentElement.dataset.state.split("/")[2]) > 0);
  await page.reload();
  await page.waitForSelector("#question .step");
  assert.equal(await page.textContent("#question .state"), prompt);
  assert.equal(await version(page), before, "nothing was chosen");
}

/** A seat can't answer for another, look from it, or read the record before the end. */
async function foreign(address, links, seats) {
  const deciding = (await seats[0].page.locator("#question .step").count()) > 0 ? 0 : 1;
  const before = await version(seats[0].page);
  const counts = seats.map(({ frames }) => frames.length);
  const { context, refusals } = await within(20, "what a foreign seat asks for", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    const refusals = await page.evaluate(
      async ([token, requests]) => {
        const socket = new WebSocket(new URL("socket", location.origin).href.replace("http", "ws"));
        await new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: fail }));
        const answers = [];
        for (const [n, request] of [{ do: "join", tokens: [token], client: "foreign", version: null }, ...requests].entries()) {
          const answer = new Promise((done) => socket.addEventListener("message", ({ data }) => JSON.parse(data).n === n + 1 && done(JSON.parse(data))));
          socket.send(JSON.stringify({ n: n + 1, request }));
          answers.push(await answer);
        }
        return answers.slice(1).map(({ refusal }) => refusal?.code ?? "none");
      },
      [links.seats[1 - deciding], [{ do: "choose", version: before, option: 0 }, { do: "look_from", seat: deciding }, { do: "undo", version: before }, { do: "record" }, { do: "set_bot", seat: deciding, bot: "random" }]],
    );
    return { context, refusals };
  });
  assert.ok(refusals.every((code) => code !== "none"), `refusals: ${refusals}`);
  assert.equal(await version(seats[deciding].page), before);
  for (const [seat, { frames }] of seats.entries()) {
    const more = frames.slice(counts[seat]).filter((frame) => frame.includes('"snapshot"'));
    assert.deepEqual(more, [], `P${seat} is shown nothing`);
  }
  await within(20, "the foreign browser closes", context.close());
}

const browser = await within(60, "Chromium starts", startBrowser());
const server = await startServer(ludex, Object.values(GAMES));
try {
  for (const [name, part] of Object.entries({ sealed, dealt, noah })) {
    if (only.length === 0 || only.includes(name)) await within(600, name, part(server.address));
  }
} finally {
  await server.close();
  await within(20, "Chromium ends", browser.close());
}
