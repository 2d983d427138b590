"""Runs on a real cluster, of which a node is killed in the middle. Run by `.ci/long cluster`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludex
from clusters import is_one_lost, kill_one, nodes  # noqa: F401
from conftest import EXAMPLES
from interrupts import MANY, stop

import pyarrow.parquet as pq

from ludex import cluster


class Killer:
    """Kills a node once some games are done, and notes what it is told."""

    def __init__(self, nodes: list[Any], after: int) -> None:
        self.nodes = nodes
        self.after = after
        self.told: list[tuple[int, int]] = []
        self.killed = False

    def __call__(self, done: int, of: int) -> None:
        self.told.append((done, of))
        if not self.killed and self.after <= done < of:
            kill_one(self.nodes)
            self.killed = True


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return list(one) == list(other) and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name]) for name in one
    )


def test_a_node_is_lost_in_the_middle(nodes: list[Any], tmp_path: Path) -> None:
    game = ludex.load("noah")
    killer = Killer(nodes, 1)
    rows = cluster.simulate(game, 2_000, players=3, seed=7, shard=90, folder=tmp_path, progress=killer)
    assert killer.killed
    assert is_one_lost()
    assert (killer.told[0], killer.told[-1]) == ((0, 2_000), (2_000, 2_000))
    assert equal(rows, ludex.simulate(game, 2_000, players=3, seed=7))

    # An arena and a balance of the nodes that are left, in shards of any size.
    kuhn = ludex.load(EXAMPLES / "kuhn_poker")
    bots = ["random", "mcts:20", "greedy"]
    whole = ludex.arena(kuhn, bots, 30, seed=2)
    for shard in (1, 7):
        assert cluster.arena(kuhn, bots, 30, seed=2, shard=shard, progress=False) == whole
    assert cluster.balance(game, 100, seed=2, shard=11, progress=False) == ludex.balance(game, 100, seed=2)


def test_a_run_that_was_ended_goes_on_where_it_was(nodes: list[Any], tmp_path: Path) -> None:
    game = ludex.load("noah")

    def stop(done: int, _: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        cluster.simulate(game, 1_000, players=2, shard=100, folder=tmp_path, progress=stop)
    partial = getattr(stopped.value, "partial")
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert 300 <= len(partial["seed"]) == 100 * len(kept) < 1_000

    # More games, in other shards: what is there is not played again.
    rows = cluster.simulate(game, 1_200, players=2, shard=64, folder=tmp_path, progress=False)
    assert equal(rows, ludex.simulate(game, 1_200, players=2))
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in kept} == kept
    assert sum(pq.read_metadata(path).num_rows for path in tmp_path.glob("*.parquet")) == 1_200

    # Another run does not take these shards for its own.
    with pytest.raises(ValueError, match="another run"):
        cluster.simulate(game, 1_200, players=3, folder=tmp_path, progress=False)
    assert cluster.simulate(game, 1_200, players=2, folder=tmp_path, collect=False, progress=False) is None


def test_ctrl_c_gives_what_is_done_within_a_tenth_of_a_second(nodes: list[Any], tmp_path: Path) -> None:
    noah = ludex.load("noah")
    kuhn = ludex.load(EXAMPLES / "kuhn_poker")
    works: dict[str, tuple[Callable[[], Any], Callable[[Any], int]]] = {
        "simulate": (
            lambda: cluster.simulate(noah, MANY, shard=100, progress=False),
            lambda columns: len(columns.get("seed", ())),
        ),
        "simulate, in a folder": (
            lambda: cluster.simulate(noah, MANY, shard=100, folder=tmp_path, frame="polars", progress=False),
            len,
        ),
        "arena": (
            lambda: cluster.arena(kuhn, ["random", "greedy"], MANY, shard=50, progress=False),
            lambda standings: int(standings["games"]),
        ),
        "balance": (
            lambda: cluster.balance(noah, MANY, shard=50, progress=False),
            lambda report: 0 if report is None else int(report["deals"]),
        ),
    }
    for what, (work, count) in works.items():
        taken, done = [], 0
        while len(taken) < 8 and (not done or min(taken) >= 0.1):
            seconds, partial = stop(work, 3)
            taken.append(seconds)
            done = count(partial)
        print(what, [round(1000 * seconds) for seconds in taken], "ms,", done, "done")
        assert min(taken) < 0.1, (what, taken)
        assert done > 0, what
