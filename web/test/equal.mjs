// The WebAssembly of the page answers as the native build does, byte for byte: random games of every game, each as a record, and a
// table that is played by a bot. Usage: node test/equal.mjs WASM NATIVE [COUNT [GAMES...]]
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { loadWasm, startNative } from "./engine.mjs";

const [wasmPath, nativePath, count = "100", ...only] = process.argv.slice(2);
const wasm = await loadWasm(wasmPath);
const native = startNative(nativePath);
const packed = new URL("../public/games/", import.meta.url);
const names = (await readdir(packed)).filter((name) => name !== "index.json" && (only.length === 0 || only.includes(name.replace(".json", ""))));

/** Asks both; gives what both answer. */
async function both(request) {
  const line = JSON.stringify(request);
  const [here, there] = [wasm(line), await native.answer(line)];
  assert.equal(here, there, line.slice(0, 200));
  return JSON.parse(here);
}

/** The first rulings of a game, with their paths. */
async function rulingsOf(name, most = 2) {
  for (const folder of ["games", "examples"]) {
    const rulings = new URL(`../../${folder}/${name}/rulings/`, import.meta.url);
    const files = await readdir(rulings, { recursive: true }).catch(() => []);
    const found = files.filter((file) => file.endsWith(".yaml")).sort().slice(0, most);
    if (found.length > 0) return Promise.all(found.map(async (file) => [`${folder}/${name}/rulings/${file}`, await readFile(new URL(file, rulings), "utf8")]));
  }
  return [];
}

let game = 0;
for (const file of names) {
  const { name, files } = JSON.parse(await readFile(new URL(file, packed), "utf8"));
  const begun = performance.now();
  const { opened } = await both({ do: "open", name, files });
  const [fewest, most] = opened.description.players;
  const wanted = opened.description.has_panels ? Number(count) : Math.ceil(Number(count) / 10);
  let choices = 0;
  for (let n = 0; n < wanted; n++) {
    const players = fewest + (n % (most - fewest + 1));
    const { reply } = await both({ do: "playout", game, players, seed: String(n), choices: n });
    const record = JSON.parse(reply.text);
    assert.ok(record.result, `${name} ${n} came to an end`);
    choices += record.choices.length;
  }
  const { table } = await both({ do: "begin", game, players: Math.max(2, fewest) <= most ? Math.max(2, fewest) : most, seed: "0xabcdef0123456789aa" });
  for (let n = 0; n < 12; n++) {
    const answer = await both({ do: "bot", table, bot: n % 3 === 0 ? "ismcts:10,cut=20" : "random" });
    if (answer.refused) break;
  }
  for (const access of ["full", "spectator", { seat: 0 }]) await both({ do: "ask", table, access, request: { do: "look" } });
  await both({ do: "ask", table, access: "full", request: { do: "ruling", id: "last" } });
  const rulings = await rulingsOf(name);
  for (const [path, ruling] of rulings) {
    const { judged } = await both({ do: "judge", name, files, path, ruling });
    assert.ok(judged?.holds, `${path} holds`);
  }
  console.log(`${name}: ${rulings.length} ruling(s), ${wanted} games, ${choices} choices, equal (${Math.round(performance.now() - begun)} ms)`);
  game += 1;
}
native.close();
