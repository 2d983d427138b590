"""Memory of many positions that Python holds: without a past in a batch and by themselves, and with a past.

Usage: python benches/memory.py [GAME …]   Linux: the figures are the process's resident memory, before and after.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludex

COUNT = 100_000
APART = 10_000
"""Positions that are begun and played each by itself, which takes its time."""
DECISIONS = 20
WAYS: dict[str, Callable[[ludex.Game], Any]] = {}


def way(what: str) -> Callable[[Callable[[ludex.Game], Any]], Callable[[ludex.Game], Any]]:
    """Notes a way to hold positions."""

    def note(make: Callable[[ludex.Game], Any]) -> Callable[[ludex.Game], Any]:
        WAYS[what] = make
        return make

    return note


@way("a Batch, arrays included")
def in_a_batch(game: ludex.Game) -> Any:
    batch = ludex.Batch(game, COUNT, seed=1)
    batch.play_random(DECISIONS, observe=False)
    return batch


@way("Lean")
def lean(game: ludex.Game) -> Any:
    position = game.new(seed=1)
    position.playout(most=DECISIONS)
    one = position.lean()
    return [one.copy() for _ in range(COUNT)]


@way("Position, cloned")
def cloned(game: ludex.Game) -> Any:
    position = game.new(seed=1)
    position.playout(most=DECISIONS)
    return [position.clone() for _ in range(COUNT)]


@way("Position, each begun and played by itself")
def begun(game: ludex.Game) -> Any:
    def one(seed: int) -> ludex.Position:
        position = game.new(seed=seed)
        position.playout(seed, most=DECISIONS)
        return position

    return [one(seed) for seed in range(APART)]


def resident() -> int:
    """Bytes of this process in memory."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def measure(name: str, what: str) -> None:
    """Prints what one way takes, in a process that has done nothing else."""
    game = ludex.load(name)
    # What the first position of a game brings along counts for none of them.
    first = game.new()
    first.playout(most=DECISIONS)
    first.lean()
    before, began = resident(), time.perf_counter()
    held = WAYS[what](game)
    taken = time.perf_counter() - began
    count = len(held)
    size = (resident() - before) / count
    print(
        f"{name}: {what}: {size / 1000:.2f} kB each, {size * COUNT / 1e9:.2f} GB for {COUNT:,};"
        f" {count:,} made in {taken:.1f} s",
        flush=True,
    )


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        measure(*sys.argv[2:])
        return
    for name in sys.argv[1:] or ludex.shipped():
        for what in WAYS:
            subprocess.run([sys.executable, __file__, "--one", name, what], check=True)


if __name__ == "__main__":
    main()
