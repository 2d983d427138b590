"""Batches: thousands of games stepped side by side, into arrays that stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex import _native
from ludex._game import Game

__all__ = ["Batch"]


class Batch:
    """Games of one sort, stepped together on all cores.

    Each call writes into the same arrays, a row for each game: `observations` and `masks` of the player who is asked,
    `current_players` (-1 where nobody is), `rewards` of each player and `dones` of the step just made. A game that is over
    begins anew with its next seed, and its row shows the new game already; the rewards are those of the old one.

    Game `i` begins with `seed + i`, and anew with `seed + i + len`, and so on: no two games share a seed.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        players: int | Sequence[int] | None = None,
        seed: int | Sequence[int] = 0,
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        auto_reset: bool = True,
        buffers: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        players = game.min_players if players is None else players
        seats = [players] * n if isinstance(players, int) else list(players)
        seeds = [seed + i for i in range(n)] if isinstance(seed, int) else list(seed)
        self.game = game
        self._native = _native.Batch(
            game._native,
            seats,
            seeds,
            options=None if options is None else dict(options),
            reward=reward,
            auto_reset=auto_reset,
            buffers=None if buffers is None else dict(buffers),
        )
        self.observations = self._native.observations
        self.masks = self._native.masks
        self.rewards = self._native.rewards
        self.current_players = self._native.current_players
        self.dones = self._native.dones

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes an action in each game. If one is illegal none is taken."""
        self._native.step(np.ascontiguousarray(actions, dtype=np.int64))

    def play_random(self, steps: int = 1, *, observe: bool = True) -> None:
        """Answers each open question at random, so many times; with `observe` arrays are written after each answer."""
        self._native.play_random(steps, observe)

    def reset(self) -> None:
        """Begins every game anew, with its next seed."""
        self._native.reset()

    @property
    def seeds(self) -> list[int]:
        """The seed of each game that is being played."""
        return self._native.seeds

    @property
    def players(self) -> list[int]:
        """The number of players of each game."""
        return self._native.players

    @property
    def decisions(self) -> int:
        """The number of decisions made in all."""
        return self._native.counts[0]

    @property
    def episodes(self) -> int:
        """The number of games that ended."""
        return self._native.counts[1]

    @property
    def faults(self) -> int:
        """The number of games that a mistake of the rules broke off."""
        return self._native.counts[2]

    def __len__(self) -> int:
        return len(self._native)
