"""Environments of PettingZoo: agents one after the other (`aec_env`), or all in each step (`parallel_env`).

An observation is a dict with `observation` and `action_mask`, as PettingZoo's own games have it. A question that has more
answers than actions is answered in several steps, between which the same agent stays selected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ludex import _native
from ludex._game import Game, Source
from ludex._play import bounds, check_reward, game_of, legal_mask, rewards

__all__ = ["LudexAEC", "LudexParallel", "aec_env", "parallel_env"]

Observation = dict[str, Any]


def aec_env(game: Game | Source, **settings: Any) -> LudexAEC:
    """Makes an environment in which agents act one after the other; settings as of `LudexAEC`."""
    return LudexAEC(game_of(game), **settings)


def parallel_env(game: Game | Source, **settings: Any) -> LudexParallel:
    """Makes an environment in which all agents act in each step; settings as of `LudexParallel`."""
    return LudexParallel(game_of(game), **settings)


class _Table:
    """A game being played by agents `P0`, `P1` …"""

    def __init__(self, game: Game, players: int | None, options: Mapping[str, Any] | None, reward: str) -> None:
        self.game = game
        self.players = game.min_players if players is None else players
        self.options = None if options is None else dict(options)
        self.reward = check_reward(reward)
        self.agents = [f"P{seat}" for seat in range(self.players)]
        self.lean = self._begin(0)
        low, high = bounds(game)
        self.box = spaces.Box(low, high, dtype=np.float32)

    def _begin(self, seed: int) -> _native.Lean:
        return self.game._native.start_lean(self.players, seed, self.options)

    def begin(self, seed: int) -> None:
        self.lean = self._begin(seed)

    def observe(self, seat: int, mask: Any) -> Observation:
        return {"observation": self.lean.observation(seat, None), "action_mask": mask}

    def spaces(self, actions: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the spaces of actions and of observations, by agent."""
        mask = spaces.Box(0, 1, (actions,), np.int8)
        observed = spaces.Dict({"observation": self.box, "action_mask": mask})
        agents = self.agents
        return {agent: spaces.Discrete(actions) for agent in agents}, dict.fromkeys(agents, observed)

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, rewards(self.lean, self.reward)))


def _seed(given: int | None, random: np.random.Generator) -> int:
    return int(random.integers(1 << 63)) if given is None else given


class LudexAEC(AECEnv[str, Observation, Any]):
    """A game in which agents act one after the other."""

    metadata = {"name": "ludex_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = _Table(game, players, options, reward)
        self._random = np.random.default_rng()
        self.metadata = {**self.metadata, "name": f"ludex_{game.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.agents = list(self.possible_agents)
        self.action_spaces, self.observation_spaces = self._table.spaces(len(game.actions))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        space: spaces.Space[Any] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._table.begin(_seed(seed, self._random))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        player = self._table.lean.current_player
        if player is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"P{player}"

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self._table.observe(seat, legal_mask(self._table.lean, seat))

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is due: the agent is not done")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._table.lean.act(int(action))
        self.rewards = self._table.rewards()
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        lean = self._table.lean
        return "\n".join([str(lean.view(lean.current_player)), *lean.labels()])

    def close(self) -> None:
        """Nothing is held that must be let go."""


class LudexParallel(ParallelEnv[str, Observation, Any]):
    """A game in which all agents act in each step: who is asked answers, all others take the last action, which is to wait."""

    metadata = {"name": "ludex_parallel_v0", "render_modes": []}

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
    ) -> None:
        self._table = _Table(game, players, options, reward)
        self._random = np.random.default_rng()
        self.metadata = {**self.metadata, "name": f"ludex_{game.name}_parallel_v0"}
        self.render_mode = None
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []
        self.wait = len(game.actions)
        self.action_spaces, self.observation_spaces = self._table.spaces(self.wait + 1)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        space: spaces.Space[Any] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._table.begin(_seed(seed, self._random))
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        observations = {}
        for seat, agent in enumerate(self.possible_agents):
            waits = self._table.lean.current_player != seat
            mask = np.append(legal_mask(self._table.lean, seat), np.int8(waits))
            observations[agent] = self._table.observe(seat, mask)
        return observations

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        player = self._table.lean.current_player
        if player is not None:
            self._table.lean.act(int(actions[f"P{player}"]))
        over = self._table.lean.is_over
        agents = list(self.possible_agents)
        observations = self._observations()
        if over:
            self.agents = []
        return (
            observations,
            self._table.rewards(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def close(self) -> None:
        """Nothing is held that must be let go."""
