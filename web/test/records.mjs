// The native build plays records again: one program for all of them, which opens each game once.
import assert from "node:assert/strict";
import { startNative } from "./engine.mjs";
import { gameText } from "./games.mjs";

/** Starts the native program; a function that plays a record again, and one that ends it. */
export function startRecords(path) {
  const native = startNative(path);
  const ask = async (request) => JSON.parse(await native.answer(JSON.stringify(request)));
  const opened = new Map();
  const open = async (game) => {
    if (!opened.has(game)) opened.set(game, (await ask({ do: "open", ...(await gameText(game)) })).opened.game);
    return opened.get(game);
  };

  /** The native build makes the same table of the record, and writes the same record. */
  async function replayed(game, record) {
    const { table, refused } = await ask({ do: "resume", game: await open(game), record });
    assert.equal(refused, undefined);
    const { reply } = await ask({ do: "ask", table, access: "full", request: { do: "record" } });
    assert.equal(reply.text, record);
    assert.ok(JSON.parse(record).result, "the game came to its end");
    await ask({ do: "close", table });
  }
  return { replayed, close: native.close };
}
