"""Environments hold what their libraries ask of them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from ludex.gymnasium import LudexEnv  # noqa: E402
from ludex.pettingzoo import aec_env, parallel_env  # noqa: E402

GAMES = ["noah", "jump_gate", "sanctuary", "kuhn_poker", "harvest", "auction_house"]


def source(name: str) -> object:
    folder = EXAMPLES / name
    return folder if folder.is_dir() else name


@pytest.mark.parametrize("name", GAMES)
def test_aec(name: str) -> None:
    game = ludex.load(source(name))  # type: ignore[arg-type]
    with warnings.catch_warnings():
        # Slots whose bounds are as wide as numbers are told as suspicious.
        warnings.simplefilter("ignore", UserWarning)
        api_test(aec_env(game, players=max(2, game.min_players)), num_cycles=120)


@pytest.mark.parametrize("name", ["noah", "kuhn_poker"])
def test_aec_seeds(name: str) -> None:
    seed_test(lambda: aec_env(source(name)), num_cycles=40)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["noah", "kuhn_poker", "harvest"])
def test_parallel(name: str) -> None:
    parallel_api_test(parallel_env(source(name)), num_cycles=60)  # type: ignore[arg-type]


def test_rewards_come_at_the_end(kuhn: ludex.Game) -> None:
    env = aec_env(kuhn, reward="score")
    totals = {agent: 0.0 for agent in env.possible_agents}
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        totals[agent] += reward
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[-1]))
    assert sorted(totals.values()) == [-2.0, 2.0]


@pytest.mark.parametrize(("name", "players"), [("sanctuary", 1), ("noah", 3), ("kuhn_poker", 2)])
def test_gymnasium(name: str, players: int) -> None:
    env = LudexEnv(source(name), players=players)  # type: ignore[arg-type]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env, skip_render_check=True)


def test_gymnasium_makes_shipped_games_and_vectors_of_them() -> None:
    envs = gymnasium.make_vec("ludex/noah-v0", num_envs=3, vectorization_mode="sync")
    observations, infos = envs.reset(seed=1)
    assert observations["observation"].shape[0] == 3
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[0]) for mask in observations["action_mask"]]
        # A game that ended in the step before begins anew, whatever the action.
        actions = np.array(actions)
        observations, *_ = envs.step(actions)
    envs.close()


def test_an_opponent_is_a_function(kuhn: ludex.Game) -> None:
    asked = []

    def bets(observation: dict[str, np.ndarray]) -> int:
        asked.append(observation["observation"])
        return kuhn.actions.index("bet")

    env = LudexEnv(kuhn, seat=1, opponents=bets, reward="score", illegal="raise")
    env.reset(seed=1)
    assert len(asked) == 1
    _, reward, over, _, _ = env.step(kuhn.actions.index("pass"))
    assert (reward, over) == (-1.0, True)
    env.reset(seed=1)
    with pytest.raises(ludex.LudexError):
        env.step(kuhn.actions.index("done"))
