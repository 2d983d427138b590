// The worker: the interpreter as WebAssembly, which answers a line of JSON with a line of JSON. While a bot works at a request, the
// worker posts how many playouts it has made.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
  answer(): number;
  answered(): number;
}

/** The time between two messages about progress, in milliseconds. */
const BETWEEN = 250;
/** The request that is answered, and when its progress was posted last. */
let [answering, posted] = [0, 0];

function progress(done: number): void {
  const now = performance.now();
  if (now - posted < BETWEEN) return;
  posted = now;
  self.postMessage({ id: answering, done });
}

const loaded: Promise<Exports> = fetch(new URL("../engine.wasm", self.location.href))
  .then((response) => {
    if (!response.ok) throw new Error(`engine.wasm: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  })
  .then((bytes) => WebAssembly.instantiate(bytes, { worker: { progress } }))
  .then(({ instance }) => instance.exports as unknown as Exports);

function answer(engine: Exports, request: string): string {
  const bytes = new TextEncoder().encode(request);
  // Each call may let the memory grow, which makes its buffer another.
  const at = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.answer();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answered(), length));
}

self.onmessage = async (message: MessageEvent<{ id: number; request: string }>) => {
  const { id, request } = message.data;
  try {
    const engine = await loaded;
    [answering, posted] = [id, performance.now()];
    self.postMessage({ id, answer: answer(engine, request) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
