"""Shards: games that are evaluated together. What comes of one depends on the shard and the net alone, so it may be played
anywhere, and a run is the same wherever its shards were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludex._game import Game
from ludex.train._net import Net
from ludex.train._play import Match, Search, evaluator, play, teach

__all__ = ["PlayShards", "Shard", "cut", "joined", "play_here", "play_shard"]


@dataclass(frozen=True)
class Shard:
    """Games with the seeds from `seed` on."""

    games: int
    seed: int
    search: Search = Search()
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    opponent: str | None = None
    """A bot in all seats but one."""
    teacher: str | None = None
    """A bot in all seats, which is learnt from."""


PlayShards = Callable[[Game, Net, str, Sequence[Shard]], "list[Match]"]
"""Plays shards with a net on a device, on this machine or elsewhere."""


def cut(whole: Shard, size: int) -> list[Shard]:
    """Cuts games into shards of a size; the last may be smaller."""
    parts = [(at, min(size, whole.games - at)) for at in range(0, whole.games, size)]
    return [Shard(**{**vars(whole), "games": count, "seed": whole.seed + at}) for at, count in parts]


def play_shard(game: Game, net: Net, device: str, shard: Shard) -> Match:
    """Plays the games of a shard."""
    players, seed, options = shard.players, shard.seed, shard.options
    if shard.teacher is not None:
        return teach(game, shard.teacher, shard.games, shard.search, players=players, seed=seed, options=options)
    evaluate = evaluator(net, device)
    opponent = shard.opponent
    return play(
        game, evaluate, shard.games, shard.search, players=players, seed=seed, options=options, opponent=opponent
    )


def play_here(game: Game, net: Net, device: str, shards: Sequence[Shard]) -> list[Match]:
    """Plays shards on this machine, one after the other."""
    return [play_shard(game, net, device, shard) for shard in shards]


def joined(parts: Sequence[Match]) -> Match:
    """Puts what came of shards together, in their order."""
    return Match(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.policies for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.masks for part in parts]),
        [result for part in parts for result in part.results],
    )
