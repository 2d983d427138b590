"""Batches: thousands of games stepped side by side, into arrays that stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex import _native
from ludex._game import Game
from ludex._options import plain_options
from ludex._stopped import with_partial

__all__ = ["Batch"]

_RESTARTS: dict[bool | str, str] = {True: "same_step", False: "never"}


class Batch:
    """Games of one sort, stepped together on all cores.

    Each call writes into the same arrays, a row for each game: `observations` and `masks` of the player who is asked,
    `current_players` (-1 where nobody is), `rewards` of each player and `dones` of the step just made. A game that is over
    begins anew with its next seed, and its row shows the new game already; the rewards are those of the old one.

    `auto_reset="next_step"` lets a game that is over stand for one more step, whose action counts for nothing, and
    `auto_reset=False` for good. With a `seat` that seat alone is asked: all others answer at random, and the row of a game that
    is over is what the seat sees of its end.

    A step writes what changed in the row, so read the arrays, or copy them, and do not write to them; `rewrite` mends what was
    written to.

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
        auto_reset: bool | str = True,
        seat: int | None = None,
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
            options=plain_options(options),
            reward=reward,
            restart=_RESTARTS.get(auto_reset, str(auto_reset)),
            seat=seat,
            buffers=None if buffers is None else dict(buffers),
        )
        self.observations = self._native.observations
        self.masks = self._native.masks
        self.rewards = self._native.rewards
        self.current_players = self._native.current_players
        self.dones = self._native.dones

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes an action in each game. If one is illegal none is taken.

        Ctrl-C ends it: each game took its action whole or not at all, and the exception's `partial` says which of them did.
        """
        try:
            self._native.step(np.ascontiguousarray(actions, dtype=np.int64))
        except KeyboardInterrupt as stopped:
            with_partial(stopped, np.array(self._native.reached))
            raise

    def play_random(self, steps: int = 1, *, observe: bool = True) -> None:
        """Answers each open question at random, so many times; with `observe` arrays are written after each answer.

        Ctrl-C ends it: each game stands where it came to, and the exception's `partial` is the number of decisions made.
        """
        before = self.decisions
        try:
            self._native.play_random(steps, observe)
        except KeyboardInterrupt as stopped:
            with_partial(stopped, self.decisions - before)
            raise

    def rewrite(self) -> None:
        """Lets the next call write all rows of `observations` and `masks` whole, whatever stands there."""
        self._native.rewrite()

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begins every game anew, with its next seed, or with `seed + i`, or with seeds of one's own.

        Ctrl-C ends it: the exception's `partial` says which games began anew.
        """
        if isinstance(seed, int):
            seed = range(seed, seed + len(self))
        try:
            self._native.reset(None if seed is None else list(seed))
        except KeyboardInterrupt as stopped:
            with_partial(stopped, np.array(self._native.reached))
            raise

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
