"""A real cluster of Ray on this machine, of several nodes, of which one may be killed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

if not os.environ.get("LUDEX_CLUSTER"):
    pytest.skip("a cluster takes minutes: LUDEX_CLUSTER=1 asks for it", allow_module_level=True)

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

NODES = 3


@pytest.fixture
def nodes() -> Iterator[list[Any]]:
    """Nodes with a processor each, the cluster behind them, and a head with none, so that every shard is played on a node that
    may be lost."""
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


def kill_one(nodes: list[Any]) -> None:
    """Kills a node as a machine fails: at once, whatever it does."""
    nodes[-1].remove_node(nodes[0], allow_graceful=False)


def is_one_lost(seconds: float = 60) -> bool:
    """Whether the cluster has one node less, which it notices some seconds after it was killed."""
    end = time.monotonic() + seconds
    while sum(node["Alive"] for node in ray.nodes()) != NODES and time.monotonic() < end:
        time.sleep(0.2)
    # The head is one of them.
    return sum(node["Alive"] for node in ray.nodes()) == NODES
