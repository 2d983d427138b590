"""Thousands of Gymnasium environments in one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES

gymnasium = pytest.importorskip("gymnasium")

import ludex.gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics  # noqa: E402
from ludex.vector import LudexVectorEnv  # noqa: E402


def random_actions(masks: Any, random: Any) -> Any:
    return (random.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize(("name", "players", "seat"), [("noah", 3, 1), ("kuhn_poker", 2, 1), ("goofspiel", 2, 0)])
def test_it_keeps_what_gymnasium_asks_of_vectors(name: str, players: int, seat: int) -> None:
    folder = EXAMPLES / name
    envs = LudexVectorEnv(folder if folder.is_dir() else name, 7, players=players, seat=seat)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert envs.observation_space == batch_space(envs.single_observation_space, 7)
    assert envs.action_space == batch_space(envs.single_action_space, 7)
    random = np.random.default_rng(0)
    observations, infos = envs.reset(seed=3)
    ended = 0
    over = np.zeros(7, np.bool_)
    for _ in range(120):
        assert observations in envs.observation_space
        assert (observations["action_mask"].sum(axis=1) == 0).tolist() == over.tolist()
        before = over
        actions = random_actions(observations["action_mask"], random)
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert (rewards.shape, rewards.dtype, over.dtype, truncated.any()) == ((7,), np.float64, np.bool_, False)
        assert not infos["illegal"].any()
        # Games that were over began anew, and give nothing for it.
        assert not (rewards[before] != 0).any() and not over[before].any()
        assert not rewards[~over].any()
        ended += int(over.sum())
    assert ended == envs.batch.episodes
    assert ended > 0 or name == "noah"


def test_it_is_one_of_the_environments_that_make_vec_makes() -> None:
    envs = gymnasium.make_vec("ludex/noah-v0", num_envs=5, vectorization_mode="vector_entry_point", players=2)
    assert isinstance(envs.unwrapped, LudexVectorEnv)
    assert (envs.spec.id, envs.num_envs) == ("ludex/noah-v0", 5)
    observations, _ = envs.reset(seed=1)
    assert observations["observation"].shape == (5, len(envs.unwrapped.game.slots))
    envs.close()


def test_wrappers_count_its_episodes() -> None:
    envs = DictInfoToList(RecordEpisodeStatistics(LudexVectorEnv(EXAMPLES / "kuhn_poker", 4, reward="score")))
    observations, _ = envs.reset(seed=1)
    random = np.random.default_rng(1)
    gains = []
    for _ in range(40):
        actions = random_actions(observations["action_mask"], random)
        observations, rewards, over, _, infos = envs.step(actions)
        assert len(infos) == 4
        gains += [float(info["episode"]["r"]) for info, done in zip(infos, over) if done]
        assert all(info["action_mask"].shape == (len(envs.unwrapped.game.actions),) for info in infos)
    assert len(gains) > 10
    assert set(gains) <= {-2.0, -1.0, 1.0, 2.0}


def test_equal_seeds_give_equal_games(noah: ludex.Game) -> None:
    one, other = (LudexVectorEnv(noah, 6, players=4, seat=2) for _ in range(2))
    random = np.random.default_rng(0)
    for seed in (5, [1, 2, 3, 4, 5, 6]):
        a, b = one.reset(seed=seed)[0], other.reset(seed=seed)[0]
        for _ in range(20):
            assert all((a[name] == b[name]).all() for name in a)
            actions = random_actions(a["action_mask"], random)
            a, b = one.step(actions)[0], other.step(actions)[0]
    other.reset(seed=6)
    a, b = one.reset(seed=5)[0], other.reset(seed=6)[0]
    assert (a["observation"] != b["observation"]).any()
    # Game `i` has the seed `seed + i`.
    assert (a["observation"][1:] == b["observation"][:-1]).all()


def test_the_seat_sees_the_end_of_its_game(kuhn: ludex.Game) -> None:
    envs = LudexVectorEnv(kuhn, 32, seat=0, reward="score")
    observations, _ = envs.reset(seed=0)
    over = [slot.name for slot in kuhn.slots].index("over")
    seat = [slot.name for slot in kuhn.slots].index("seat[P0]")
    for _ in range(6):
        actions = random_actions(observations["action_mask"], np.random.default_rng(0))
        observations, rewards, ended, _, _ = envs.step(actions)
        assert (observations["observation"][:, over] == ended).all()
        assert (observations["observation"][:, seat] == 1).all()
        assert (np.abs(rewards[ended]) >= 1).all()


def test_illegal_actions(kuhn: ludex.Game) -> None:
    envs = LudexVectorEnv(kuhn, 3)
    observations, _ = envs.reset(seed=1)
    legal = random_actions(observations["action_mask"], np.random.default_rng(0))
    infos = envs.step(np.array([legal[0], -1, 2**31]))[4]
    assert infos["illegal"].tolist() == [False, True, True]
    strict = LudexVectorEnv(kuhn, 3, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ludex.LudexError):
        strict.step(np.array([legal[0], -1, 0]))


def test_arrays_are_copies_unless_they_are_not(kuhn: ludex.Game) -> None:
    for copy in (True, False):
        envs = LudexVectorEnv(kuhn, 3, copy=copy)
        observations, _ = envs.reset(seed=1)
        kept = observations["observation"].copy()
        envs.step(random_actions(observations["action_mask"], np.random.default_rng(0)))
        assert (observations["observation"] == kept).all() == copy
