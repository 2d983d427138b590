"""A real cluster of Ray on this machine, of several nodes, of which one is killed in the middle. Run by `.ci/long cluster`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES

if not os.environ.get("LUDEX_CLUSTER"):
    pytest.skip("a cluster takes minutes: LUDEX_CLUSTER=1 asks for it", allow_module_level=True)

import pyarrow.parquet as pq  # noqa: E402
import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from ludex import cluster  # noqa: E402

NODES = 3


@pytest.fixture
def nodes() -> Iterator[list[Any]]:
    """Nodes with a processor each, and a head with none, so that every shard is played on a node that may be lost."""
    small = {"object_store_memory": 100_000_000}
    local = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
    made = [local.add_node(num_cpus=1, **small) for _ in range(NODES)]
    local.wait_for_nodes()
    ray.init(address=local.address, log_to_driver=False)
    made.append(local)
    try:
        yield made
    finally:
        ray.shutdown()
        local.shutdown()


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
            self.nodes[-1].remove_node(self.nodes[0], allow_graceful=False)
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
    assert len([node for node in ray.nodes() if node["Alive"]]) == NODES
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
