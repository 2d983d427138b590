"""Decisions a second: a batch with random actions, beside what `ludex sim` does in the same run.

Each call of a batch writes observations once, at its end.

Usage: python benches/speed.py [GAME …]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import ludex

SECONDS = 4.0
GAMES = 1024


def measured(batch: ludex.Batch, act: Callable[[], None]) -> float:
    """Decisions a second of some action, repeated."""
    act()
    before, began = batch.decisions, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        act()
    return (batch.decisions - before) / (time.perf_counter() - began)


def sim(name: str, players: int) -> float:
    """Decisions a second of `ludex sim`: more games minus fewer, so that what comes before them does not count."""

    def run(games: int) -> tuple[float, float]:
        began = time.perf_counter()
        command = [sys.executable, "-m", "ludex", "sim", name, "--games", str(games), "--players", str(players), "--seed", "1", "--json"]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        decisions = json.loads(told)["totals"]["decisions"]
        return time.perf_counter() - began, decisions["mean"] * games

    games = 64
    while True:
        few, some = run(games)
        more, all_of_them = run(4 * games)
        if more - few > SECONDS / 2 or games > 4_000_000:
            return (all_of_them - some) / (more - few)
        games *= 4


def main() -> None:
    for name in sys.argv[1:] or ludex.shipped():
        game = ludex.load(name)
        batch = ludex.Batch(game, GAMES, seed=1)
        random = np.random.default_rng(0)

        def step() -> None:
            noise = random.random(batch.masks.shape, dtype=np.float32) * batch.masks
            batch.step(noise.argmax(axis=1))

        figures = {
            "sim": sim(name, game.min_players),
            "batch, 256 random steps a call": measured(batch, lambda: batch.play_random(256, observe=False)),
            "batch, 16 random steps a call": measured(batch, lambda: batch.play_random(16, observe=False)),
            "batch, 4 random steps a call": measured(batch, lambda: batch.play_random(4, observe=False)),
            "batch, a random step a call, observed": measured(batch, batch.play_random),
            "batch.step, actions drawn in numpy": measured(batch, step),
        }
        for what, speed in figures.items():
            print(f"{name}: {what}: {speed:,.0f} decisions/s, {100 * speed / figures['sim']:.0f} % of sim")


if __name__ == "__main__":
    main()
