"""Environments of Gymnasium: one seat of a game, alone or against bots.

`gymnasium.make("ludex/sanctuary-v0")` makes one of each shipped game once this module is imported; any other game is made by
`LudexEnv(game)`. `ludex.vector` has thousands of them in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from ludex import _native
from ludex._game import Game, Source, shipped
from ludex._play import bounds, check_reward, game_of, legal_mask, rewards

__all__ = ["LudexEnv", "Opponent"]

Opponent = Union[str, Callable[[dict[str, Any]], int]]
"""`random`, or what chooses an action for an observation with its mask."""


class LudexEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a game. All others are played by opponents: at random, or by a policy of one's own.

    An action that is not legal is replaced by a random legal one, which `info["illegal"]` tells; with `illegal="raise"` it is an
    error. `info["action_mask"]` is the mask that stands in the observation.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | Source,
        *,
        players: int | None = None,
        seat: int = 0,
        opponents: Opponent = "random",
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        illegal: str = "random",
        render_mode: str | None = None,
    ) -> None:
        self.game = game_of(game)
        self.players = self.game.min_players if players is None else players
        self.seat = seat
        self.opponents = opponents
        self.options = None if options is None else dict(options)
        self.reward = check_reward(reward)
        self.illegal = illegal
        self.render_mode = render_mode
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: there are {self.players}, counted from 0")
        if isinstance(opponents, str) and opponents != "random":
            raise ValueError(f"{opponents!r} is no opponent: it is 'random', or a function of an observation")
        low, high = bounds(self.game)
        actions = len(self.game.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self._lean = self._begin(0)

    def _begin(self, seed: int) -> _native.Lean:
        return self.game._native.start_lean(self.players, seed, self.options)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._lean = self._begin(int(self.np_random.integers(1 << 63)))
        self._others()
        return self._observed(), self._info(False)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._lean.is_over:
            raise RuntimeError("the game is over: reset it")
        legal = self._lean.legal_actions()
        is_illegal = int(action) not in legal
        if is_illegal and self.illegal != "raise":
            action = self.np_random.choice(legal)
        self._lean.act(int(action))
        self._others()
        reward = rewards(self._lean, self.reward)[self.seat]
        return self._observed(), reward, self._lean.is_over, False, self._info(is_illegal)

    def _others(self) -> None:
        """Lets all others answer until it is this seat's turn or the game is over."""
        while self._lean.current_player not in (None, self.seat):
            if callable(self.opponents):
                player = self._lean.current_player
                assert player is not None, "somebody is asked"
                action = int(self.opponents(self._seen(player)))
            else:
                action = int(self.np_random.choice(self._lean.legal_actions()))
            self._lean.act(action)

    def _seen(self, seat: int) -> dict[str, Any]:
        return {"observation": self._lean.observation(seat, None), "action_mask": legal_mask(self._lean, seat)}

    def _observed(self) -> dict[str, Any]:
        return self._seen(self.seat)

    def _info(self, is_illegal: bool) -> dict[str, Any]:
        return {"action_mask": legal_mask(self._lean, self.seat), "illegal": is_illegal}

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return "\n".join([str(self._lean.view(self.seat)), *self._lean.labels()])


for _name in shipped():
    gymnasium.register(
        f"ludex/{_name}-v0",
        entry_point="ludex.gymnasium:LudexEnv",
        vector_entry_point="ludex.vector:LudexVectorEnv",
        kwargs={"game": _name},
    )
