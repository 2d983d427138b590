"""What a billion games of each shipped game cost on a cluster: measured speed of a worker and of the driver, the rest on paper.

Usage: python benches/costs.py [DOLLARS]   DOLLARS is the price of a processor and hour, 0.04 unless it is said.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

# A worker plays on one thread; this must be said before the first game.
os.environ["RAYON_NUM_THREADS"] = "1"

import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import ludex  # noqa: E402

GAMES = 10**9
SECONDS = 10.0
SHARD = 10_000
CASES = [("noah", 2), ("jump_gate", 2), ("sanctuary", 2), ("ark_nova", 2)]


def worker(game: ludex.Game, players: int) -> tuple[float, float]:
    """Games and decisions a second of one thread; what is made before the first game counts for nothing."""
    games, seed = 256, 0
    while True:
        began = time.perf_counter()
        columns = ludex.simulate(game, games, players=players, seed=seed)
        taken = time.perf_counter() - began
        seed += games
        if taken > SECONDS:
            return games / taken, float(columns["decisions"].sum()) / taken
        games = int(games * max(2.0, min(16.0, 1.2 * SECONDS / taken)))


def driver(game: ludex.Game, players: int) -> tuple[float, float]:
    """Rows a second that a driver writes as Parquet and reads again, on one thread, and the bytes of a row."""
    table = pa.table(ludex.simulate(game, SHARD, players=players))
    rows, size, began = 0, 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        while time.perf_counter() - began < SECONDS / 5:
            path = os.path.join(folder, "shard.parquet")
            pq.write_table(table, path)
            pq.read_table(path, use_threads=False)
            rows, size = rows + len(table), os.path.getsize(path)
    return rows / (time.perf_counter() - began), size / len(table)


def main() -> None:
    price = float(sys.argv[1]) if len(sys.argv) > 1 else 0.04
    print("game, players | games/s | decisions/s | worker hours | dollars | with 1,000 workers", end=" | ")
    print("rows, GB | driver, rows/s | busy driver at")
    for name, players in CASES:
        game = ludex.load(name)
        games, decisions = worker(game, players)
        rows, size = driver(game, players)
        hours = GAMES / games / 3600
        print(
            f"{name}, {players} | {games:,.0f} | {decisions:,.0f} | {hours:,.0f} | {price * hours:,.2f}"
            f" | {60 * hours / 1000:,.1f} min"
            f" | {size * GAMES / 1e9:,.1f} | {rows:,.0f} | {rows / games:,.0f} workers | load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
