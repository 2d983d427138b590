// A server of `ludex serve` with a store of its own, for tests.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./bounds.mjs";

/** Starts a server of some games' folders; gives its address, and a function that ends it and removes its store. */
export async function startServer(ludex, games) {
  const folder = await mkdtemp(join(tmpdir(), "ludex-test-"));
  const child = spawn(ludex, ["serve", ...games, "--port", "0", "--store", join(folder, "tables.db")], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (part) => (said += part));
  const address = await until(120, "the server listens", () => {
    if (child.exitCode !== null) throw new Error(said);
    return /http:\/\/[^/\s]+\//.exec(said)?.[0];
  });
  return { address, close: () => (child.kill(), rm(folder, { recursive: true, force: true })) };
}
