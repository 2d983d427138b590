"""Thousands of Gymnasium environments in one: one seat of each game of a batch, stepped side by side in native code.

`gymnasium.make_vec("ludex/noah-v0", num_envs=1024, vectorization_mode="vector_entry_point")` makes one of a shipped game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludex._batch import Batch
from ludex._game import Game, Source
from ludex._play import bounds, check_reward, game_of

__all__ = ["LudexVectorEnv"]

Observations = dict[str, npt.NDArray[Any]]


class LudexVectorEnv(VectorEnv[Observations, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat of many games, as `LudexEnv` is one seat of one; all others play at random.

    A game that is over shows its end for one step, and begins anew in the next one, whose action counts for nothing: Gymnasium's
    `NEXT_STEP`. Game `i` begins with the seed `seed + i`. An action that is not legal is replaced by a random legal one, which
    `infos["illegal"]` tells. With `copy=False` the arrays that come back are written to by the next step, and by nobody else.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: Game | Source,
        num_envs: int = 1,
        *,
        players: int | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        illegal: str = "random",
        copy: bool = True,
    ) -> None:
        self.game = game_of(game)
        self.num_envs = num_envs
        self.seat = seat
        self.illegal = illegal
        self.copy = copy
        self.batch = Batch(
            self.game,
            num_envs,
            players=players,
            options=options,
            reward=check_reward(reward),
            auto_reset="next_step",
            seat=seat,
        )
        low, high = bounds(self.game)
        actions = len(self.game.actions)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        if isinstance(seed, int):
            super().reset(seed=seed)
            self.batch.reset(seed)
        else:
            said = [None] * self.num_envs if seed is None else list(seed)
            drawn = self.np_random.integers(1 << 63, size=len(said))
            self.batch.reset([int(new) if one is None else one for one, new in zip(said, drawn)])
        return self._observed(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        chosen = np.array(actions, dtype=np.int64)
        illegal = self._illegal(chosen)
        if self.illegal != "raise" and illegal.any():
            masks = self.batch.masks[illegal]
            chosen[illegal] = (self.np_random.random(masks.shape) * masks).argmax(axis=1)
        self.batch.step(chosen)
        rewards = self.batch.rewards[:, self.seat].astype(np.float64)
        over = self.batch.dones.copy()
        return self._observed(), rewards, over, np.zeros(self.num_envs, np.bool_), self._infos(illegal)

    def _illegal(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which games an action is not legal in; of a game that is over none is."""
        masks = self.batch.masks
        is_id = (actions >= 0) & (actions < masks.shape[1])
        legal = masks[self._rows, np.where(is_id, actions, 0)] == 1
        refused: npt.NDArray[np.bool_] = ~((legal & is_id) | self.batch.dones)
        return refused

    def _observed(self) -> Observations:
        seen: Observations = {"observation": self.batch.observations, "action_mask": self.batch.masks.view(np.int8)}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _infos(self, illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        masks = self.batch.masks.view(np.int8)
        masks = masks.copy() if self.copy else masks
        return {"action_mask": masks, "_action_mask": every, "illegal": illegal, "_illegal": every}
