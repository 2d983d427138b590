// Bounds for waits: what takes too long fails with the name of what was awaited, and never hangs.

/** By how much all waits are longer than is said: more than 1 where other work keeps the machine busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 1);

/** Waits for work, so many seconds at most; the error says what was awaited. */
export function within(seconds, what, work) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: not done after ${seconds * PATIENCE} s`)), seconds * PATIENCE * 1000);
  });
  const begun = typeof work === "function" ? work() : work;
  return Promise.race([begun, late]).finally(() => clearTimeout(timer));
}

/** Waits until something holds, so many seconds at most; gives what it gave. */
export async function until(seconds, what, holds) {
  const end = performance.now() + seconds * PATIENCE * 1000;
  for (;;) {
    const found = await within(seconds, what, holds);
    if (found) return found;
    if (performance.now() > end) throw new Error(`${what}: not so after ${seconds * PATIENCE} s`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
