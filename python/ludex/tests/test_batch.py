"""Batches: the same games as positions, in arrays that the caller keeps."""

from __future__ import annotations

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES


def test_arrays_have_the_shape_of_the_game(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 5, players=[2, 3, 4, 5, 2], seed=3)
    assert batch.observations.shape == (5, len(noah.slots))
    assert batch.masks.shape == (5, len(noah.actions))
    assert batch.rewards.shape == (5, 5)
    assert batch.observations.dtype == np.float32
    assert (batch.seeds, batch.players) == ([3, 4, 5, 6, 7], [2, 3, 4, 5, 2])
    names = [slot.name for slot in noah.slots]
    seats = [names.index(f"players[P{seat}]") for seat in range(5)]
    assert list(batch.observations[:, seats].sum(axis=1)) == [2, 3, 4, 5, 2]
    low = np.array([slot.low for slot in noah.slots])
    high = np.array([slot.high for slot in noah.slots])
    assert ((batch.observations >= low) & (batch.observations <= high)).all()


@pytest.mark.parametrize("name", ["noah", "sanctuary", "kuhn_poker", "goofspiel", "kilns"])
def test_a_row_is_the_game_of_its_seed(name: str) -> None:
    folder = EXAMPLES / name
    game = ludex.load(folder if folder.is_dir() else name)
    batch = ludex.Batch(game, 3, seed=11, reward="score")
    alone = [game._native.start_lean(game.min_players, 11 + n, None) for n in range(3)]
    random = np.random.default_rng(1)
    ended = 0
    for _ in range(150):
        actions = []
        for n, lean in enumerate(alone):
            assert batch.current_players[n] == lean.current_player
            assert lean.legal_actions() == list(np.flatnonzero(batch.masks[n]))
            seen = lean.observation(lean.current_player or 0, None)
            assert (batch.observations[n] == seen).all()
            actions.append(int(random.choice(lean.legal_actions())))
        batch.step(actions)
        for n, lean in enumerate(alone):
            lean.act(actions[n])
            scores = lean.scores()
            assert batch.dones[n] == (scores is not None)
            assert list(batch.rewards[n]) == (scores or [0.0] * lean.players)
            if scores is not None:
                ended += 1
                alone[n] = game._native.start_lean(game.min_players, batch.seeds[n], None)
    assert batch.episodes == ended
    if name in ("kuhn_poker", "goofspiel"):
        assert ended > 10


def test_the_callers_buffers_are_written(kuhn: ludex.Game) -> None:
    buffers = {
        "observations": np.full((4, len(kuhn.slots)), 7, dtype=np.float32),
        "masks": np.full((4, len(kuhn.actions)), 7, dtype=np.uint8),
        "dones": np.ones(4, dtype=np.bool_),
    }
    batch = ludex.Batch(kuhn, 4, buffers=buffers)
    assert batch.observations is buffers["observations"]
    assert batch.masks.sum() == 8
    assert not buffers["dones"].any()
    assert buffers["observations"].max() < 7


def test_rows_that_were_written_to_are_mended(noah: ludex.Game) -> None:
    left, right = (ludex.Batch(noah, 3, seed=5) for _ in range(2))
    left.observations[:] = 7
    left.masks[:] = 7
    left.rewrite()
    for batch in (left, right):
        batch.play_random(3)
    assert (left.observations == right.observations).all()
    assert (left.masks == right.masks).all()


@pytest.mark.parametrize("name", ["noah", "sanctuary", "jump_gate", "ark_nova"])
def test_what_a_step_writes_is_what_is_written_whole(name: str) -> None:
    game = ludex.load(name)
    steady, whole = (ludex.Batch(game, 8, seed=2) for _ in range(2))
    for _ in range(60):
        whole.rewrite()
        for batch in (steady, whole):
            batch.play_random()
        assert (steady.observations == whole.observations).all()
        assert (steady.masks == whole.masks).all()


def test_random_play_is_what_sim_plays(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 4, players=3, seed=20, reward="score", auto_reset=False)
    batch.play_random(10_000, observe=False)
    assert batch.dones.all()
    for n in range(4):
        position = noah.new(3, seed=20 + n)
        position.playout(seed=20 + n)
        result = position.result
        assert result is not None
        assert list(batch.rewards[n]) == result.scores
    assert (batch.current_players == -1).all()
    assert (batch.masks == 0).all()
    batch.reset()
    assert batch.seeds == [24, 25, 26, 27]
    assert not batch.dones.any()


def test_random_play_is_the_same_however_it_is_cut(noah: ludex.Game) -> None:
    whole, cut = (ludex.Batch(noah, 3, players=2, seed=1) for _ in range(2))
    whole.play_random(120, observe=False)
    for _ in range(120):
        cut.play_random()
    assert (whole.observations == cut.observations).all()
    assert (whole.decisions, whole.episodes, whole.seeds) == (cut.decisions, cut.episodes, cut.seeds)


def test_rewards_by_rank_sum_to_nothing(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 8, players=4, seed=1, auto_reset=False)
    batch.play_random(10_000, observe=False)
    assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
    assert batch.rewards.max() == 1.0
    assert batch.rewards.min() == -1.0
