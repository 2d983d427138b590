"""Bad input is an exception, never a crash."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda game: game.new(9), "wrong_players"),
        (lambda game: game.new(0), "wrong_players"),
        (lambda game: game.new(2**31), "wrong_players"),
        (lambda game: game.new(2, options={"frogs": True}), "wrong_options"),
        (lambda game: game.new(2, options={"frog": object()}), "wrong_type"),
        (lambda game: game.new(2).apply(999), "no_such_option"),
        (lambda game: game.new(2).apply(2**31), "no_such_option"),
        (lambda game: game.new(2).apply(2**63), "no_such_option"),
        (lambda game: game.new(2).apply(-1), "no_such_option"),
        (lambda game: game.new(2).apply("laod"), "no_such_option"),
        (lambda game: game.new(2).view(7), "no_such_player"),
        (lambda game: game.new(2).determinize(2**31), "no_such_player"),
        (lambda game: game.new(2).undo(), "nothing_to_undo"),
        (lambda game: game.new(2).why_not("laod"), "no_such_action"),
        (lambda game: game.new(2).best("alphazero"), "no_such_policy"),
        (lambda game: game.new(2).best("exec:'sh'"), "no_such_policy"),
        (lambda game: game.load("{"), "bad_save"),
        (lambda game: game.load("[1]"), "bad_save"),
        (lambda game: ludex.load("naoh"), "no_such_game"),
        (lambda game: game.new(2).lean().act(2**31), "no_such_option"),
        (lambda game: game.new(2).lean().act(0xFFFF), "no_such_option"),
        (lambda game: game.new(2).lean().observation(5, None), "no_such_player"),
        (lambda game: game.new(2).lean().observation(0, np.zeros(3, np.float32)), "wrong_type"),
        (lambda game: game.new(2).lean().observation(0, np.zeros(len(game.slots))), "wrong_type"),
        (lambda game: game.new(2).lean().mask("no array"), "wrong_type"),
        (lambda game: ludex.Batch(game, 0), "wrong_type"),
        (lambda game: ludex.Batch(game, 2, players=[2, 9]), "wrong_players"),
        (lambda game: ludex.Batch(game, 2, reward="money"), "wrong_type"),
        (lambda game: ludex.Batch(game, 2, auto_reset="later"), "wrong_type"),
        (lambda game: ludex.Batch(game, 2, seat=2), "no_such_player"),
        (lambda game: ludex.Batch(game, 2, seat=2**31), "no_such_player"),
        (lambda game: ludex.Batch(game, 2).reset([1]), "wrong_type"),
        (lambda game: ludex.simulate(game, 2, seed=2**64 - 1), "wrong_type"),
        (lambda game: ludex.simulate(game, 2, players=2**31), "wrong_players"),
        (lambda game: ludex.arena(game, ["exec:'sh'", "random"]), "no_such_policy"),
        (lambda game: ludex.balance(game, bots=["alphazero"]), "no_such_policy"),
        (lambda game: ludex._native.Arena(game._native, ["random"], 2, 0, None).add([{"number": 1}]), "wrong_type"),
        (lambda game: ludex._native.Lab(game._native, [], 2, 0, None).add("{}"), "wrong_type"),
        (lambda game: ludex.Batch(game, 2).step([0]), "wrong_type"),
        (lambda game: ludex.Batch(game, 2).step([-1, 2**31]), "no_such_option"),
        (lambda game: ludex.Batch(game, 2, buffers={"dones": np.zeros(2)}), "wrong_type"),
    ],
)
def test_a_refusal_has_a_code(noah: ludex.Game, act: Any, code: str) -> None:
    with pytest.raises(ludex.LudexError) as error:
        act(noah)
    assert error.value.code == code
    assert str(error.value)


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.new("two"),
        lambda game: game.new(2, seed=-1),
        lambda game: game.new(2, seed=2**64),
        lambda game: game.new(2).view("P0"),
        lambda game: game.load(7),
        lambda game: ludex.Batch(game, 2).step(["a", "b"]),
        lambda game: ludex.Batch("noah", 2),
        lambda game: ludex.simulate(game, -1),
        lambda game: ludex.simulate(game, 1, frame="excel"),
        lambda game: game._native.start(2),
    ],
)
def test_a_wrong_type_is_an_error_of_python(noah: ludex.Game, act: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError, AttributeError)):
        act(noah)


def test_a_game_that_is_over_takes_no_answer(passing: ludex.Game) -> None:
    position = passing.new(1)
    position.playout()
    with pytest.raises(ludex.LudexError) as error:
        position.apply(0)
    assert error.value.code == "game_over"
    lean = position.lean()
    with pytest.raises(ludex.LudexError):
        lean.act(0)
    assert lean.legal_actions() == []


def test_an_illegal_action_moves_no_game_of_a_batch(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 3, seed=1)
    before = batch.observations.copy()
    legal = [int(np.flatnonzero(mask)[0]) for mask in batch.masks]
    illegal = int(np.flatnonzero(batch.masks[2] == 0)[0])
    with pytest.raises(ludex.LudexError) as error:
        batch.step([*legal[:2], illegal])
    assert "game 2" in str(error.value)
    assert (batch.observations == before).all()
    assert batch.decisions == 0


def test_a_fault_of_the_rules_is_an_exception() -> None:
    texts = {
        "game.yaml": "title: Broken\nedition: 2\nplayers: { min: 1, max: 1 }\n",
        "broken.rules": (
            "var left: int 0..3 = 3\n"
            "setup { }\n"
            'action take "take" { left -= 1 }\n'
            "play { repeat 9 { as first_player() { offer you: take } } }\n"
            "query first_player() -> player = the(first(p in players))\n"
            "result { score left high }\n"
        ),
    }
    game = ludex.load(texts)
    position = game.new(1)
    with pytest.raises(ludex.LudexError) as error:
        position.playout()
    assert error.value.code == "rules_failed"
    assert position.choice_count == 0
    batch = ludex.Batch(game, 2)
    batch.play_random(8, observe=False)
    assert batch.faults == batch.episodes == 4
    alone = ludex.Batch(game, 2, auto_reset=False)
    alone.play_random(8, observe=False)
    assert alone.dones.all()
    assert (alone.masks.sum(), alone.rewards.sum()) == (0, 0)


def test_a_position_that_another_thread_uses_is_refused_or_served(noah: ludex.Game) -> None:
    position = noah.new(4, seed=1)
    codes: list[str] = []

    def work() -> None:
        for _ in range(8):
            try:
                position.best("ismcts:8")
                position.view()
            except ludex.LudexError as error:
                codes.append(error.code)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not any(thread.is_alive() for thread in threads)
    assert set(codes) == {"busy"}


def test_a_game_is_shared_by_threads(noah: ludex.Game) -> None:
    scores: list[list[int]] = []

    def work() -> None:
        position = noah.new(3, seed=5)
        position.playout(seed=1)
        result = position.result
        assert result is not None
        scores.append(result.scores)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(scores) == 8
    assert all(one == scores[0] for one in scores)


def _in_a_fork(queue: Any) -> None:
    game = ludex.load(EXAMPLES / "kuhn_poker")
    batch = ludex.Batch(game, 8)
    batch.play_random(50)
    queue.put(batch.decisions)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are of Unix")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_has_threads_of_its_own(kuhn: ludex.Game) -> None:
    ludex.Batch(kuhn, 8).play_random(3)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_a_fork, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == 400
    child.join(timeout=60)
    assert child.exitcode == 0


def test_a_batch_that_another_thread_steps_is_refused(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 64, players=2)
    codes: list[str] = []

    def work() -> None:
        for _ in range(6):
            try:
                batch.play_random(400, observe=False)
            except ludex.LudexError as error:
                codes.append(error.code)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not any(thread.is_alive() for thread in threads)
    assert set(codes) == {"busy"}
    assert batch.decisions == 64 * 400 * (18 - len(codes))


def test_handles_outlive_what_made_them() -> None:
    game = ludex.load(EXAMPLES / "kuhn_poker")
    position = game.new(2, seed=1)
    lean, batch = position.lean(), ludex.Batch(game, 2)
    observations, world = batch.observations, position.determinize(0)
    del game, position, batch
    gc.collect()
    lean.act(lean.legal_actions()[0])
    observations += 1
    assert not world.is_over


def test_a_batch_reads_no_array_that_was_taken_away(kuhn: ludex.Game) -> None:
    masks = np.zeros((2, len(kuhn.actions)), dtype=np.uint8)
    batch = ludex.Batch(kuhn, 2, buffers={"masks": masks})
    masks.flags.writeable = False
    with pytest.raises(ludex.LudexError) as error:
        batch.play_random()
    assert error.value.code == "busy"
    masks.flags.writeable = True
    batch.play_random()


def test_games_and_positions_are_pickled(noah: ludex.Game) -> None:
    assert pickle.loads(pickle.dumps(noah)).hash == noah.hash
    position = noah.new(3, seed=1)
    position.playout(seed=2, most=20)
    again = pickle.loads(pickle.dumps(position))
    assert (again.view(), again.choice_count) == (position.view(), 20)
    with pytest.raises(TypeError):
        pickle.dumps(ludex.Batch(noah, 1))
