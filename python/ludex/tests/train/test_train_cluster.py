"""A net that is trained on a real cluster, of which a node is killed in the middle. Run by `.ci/long cluster`."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import torch

import ludex
from clusters import is_one_lost, kill_one, nodes  # noqa: F401
from conftest import ROOT
from interrupts import stop
from ludex import cluster, train

SMALL = train.Config(
    seed=5,
    net=train.NetConfig(width=32, blocks=1),
    games=24,
    shard=4,
    search=train.Search(playouts=64, noise=True, drawn=4),
    steps=10,
    rows=64,
    opponents=("random",),
    arena=6,
    arena_every=2,
)


def test_a_node_is_lost_while_a_net_trains(nodes: list[Any], tmp_path: Path) -> None:
    torch.set_num_threads(1)
    game = ludex.load(ROOT / "benches/games/tictactoe")
    killers: list[threading.Thread] = []
    told: list[tuple[int, int]] = []

    def kill_soon() -> None:
        # In the middle of the second iteration's games.
        time.sleep(0.5)
        kill_one(nodes)

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        if not killers:
            killers.append(threading.Thread(target=kill_soon))
            killers[0].start()

    there = cluster.train(game, tmp_path / "there", SMALL, 3, progress=progress)
    killers[0].join()
    assert is_one_lost()
    assert told == [(1, 3), (2, 3), (3, 3)]

    here = train.Trainer(game, tmp_path / "here", SMALL)
    while here.iteration < 3:
        here.step()
    for name, weights in here.net.state_dict().items():
        assert torch.equal(weights, there.net.state_dict()[name]), name
    for own, other in zip(here.curves, there.curves):
        assert own["positions"] == other["positions"]
        assert own.get("share.random") == other.get("share.random")

    # Gone on with, and stopped: what is kept is told, and it goes on from there.
    taken, partial = stop(lambda: cluster.train(game, tmp_path / "there", SMALL, 10**6, progress=False), 4)
    assert len(partial) >= 3
    taken_again = [taken]
    while min(taken_again) >= 0.1 and len(taken_again) < 8:
        taken_again.append(stop(lambda: cluster.train(game, tmp_path / "there", SMALL, 10**6, progress=False), 3)[0])
    assert min(taken_again) < 0.1, taken_again
    gone_on = train.Trainer(game, tmp_path / "there", SMALL)
    assert gone_on.resume() and gone_on.iteration >= len(partial)
