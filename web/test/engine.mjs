// The engine in node: the WebAssembly of the page, and the same answers by a native build.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/** Loads the WebAssembly; a function that answers a line. */
export async function loadWasm(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), { worker: { progress: () => {} } });
  const { memory, reserve, answer, answered } = instance.exports;
  return (line) => {
    const bytes = new TextEncoder().encode(line);
    // Each call may let the memory grow, which makes its buffer another.
    const at = reserve(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length));
  };
}

/** Starts the native program; a function that answers a line, and one that ends it. */
export function startNative(path) {
  const child = spawn(path, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const waiting = [];
  lines.on("line", (line) => waiting.shift()?.(line));
  const answer = (line) =>
    new Promise((done) => {
      waiting.push(done);
      child.stdin.write(`${line}\n`);
    });
  return { answer, close: () => child.stdin.end() };
}
