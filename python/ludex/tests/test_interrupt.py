"""Ctrl-C ends long work soon, and what was done so far is kept. Each run would take hours: what is measured is the part of it
that was done; of time, the best of some tries, since other work may be in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludex
from interrupts import ENDLESS, MANY, Work, soon, stop, works

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to threads are of Unix")

SOON = 0.1
"""Seconds after which whoever pressed Ctrl-C has the prompt again."""


def partial_of(work: Callable[[], Any], has_begun: Callable[[Any], bool] = bool) -> Any:
    """What a run had done that is interrupted in a while: later, if it had not begun, as where the machine is busy."""
    partial: Any = None
    for seconds in (0.3, 1.2, 4.8, 19.2):
        with soon(seconds), pytest.raises(KeyboardInterrupt) as stopped:
            work()
        partial = getattr(stopped.value, "partial")
        if has_begun(partial):
            break
    return partial


@pytest.mark.parametrize("what", works("noah"))
def test_it_ends_within_a_tenth_of_a_second(what: str) -> None:
    work: Work = works("noah")[what]
    taken = [stop(work, 0.2 * tries)[0] for tries in range(1, 3)]
    while min(taken) >= SOON and len(taken) < 8:
        taken.append(stop(work)[0])
    assert min(taken) < SOON, taken


def test_the_command_ends_as_the_binary_does() -> None:
    command = [sys.executable, "-m", "ludex", "sim", "noah", "--games", str(MANY), "--threads", "1"]
    taken: list[float] = []
    while len(taken) < 5 and (not taken or min(taken) >= SOON):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1.5)
        assert running.poll() is None
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        assert running.wait(60) in (-signal.SIGINT, 130)
        taken.append(time.monotonic() - began)
    assert min(taken) < SOON, taken


def test_a_step_says_which_games_took_their_action(noah: ludex.Game) -> None:
    batch = ludex.Batch(noah, 50_000)
    seen = batch.observations.copy()
    for wait in range(1, 40):
        made = batch.decisions
        try:
            with soon(0.02 * wait):
                while True:
                    seen[:], made = batch.observations, batch.decisions
                    batch.step(batch.masks.argmax(axis=1))
        except KeyboardInterrupt as stopped:
            reached = getattr(stopped, "partial", None)
        # Elsewhere than in a step nothing is under way.
        if reached is not None and 0 < reached.sum() < len(batch):
            break
    else:
        pytest.fail("no interrupt came in the middle of a step")
    # An option may take several actions.
    assert 0 < batch.decisions - made <= reached.sum()
    assert (batch.observations[~reached] == seen[~reached]).all()
    assert (batch.observations[reached] != seen[reached]).any(axis=1).all()
    # Whoever was not reached goes on from where it stood.
    batch.step(batch.masks.argmax(axis=1))


def test_simulate_keeps_the_games_that_were_finished(kuhn: ludex.Game) -> None:
    partial = partial_of(lambda: ludex.simulate(kuhn, MANY, seed=5), lambda columns: len(columns["seed"]) > 0)
    seeds = partial["seed"]
    assert 0 < len(seeds) < MANY // 2
    whole = ludex.simulate(kuhn, int(seeds[-1]) - 4, seed=5)
    kept = np.isin(whole["seed"], seeds)
    for name, column in partial.items():
        assert (whole[name][kept] == column).all(), name


@pytest.mark.parametrize("observe", [False, True])
def test_a_batch_stands_where_it_came_to(kuhn: ludex.Game, observe: bool) -> None:
    batch = ludex.Batch(kuhn, 64)
    made = partial_of(lambda: batch.play_random(MANY, observe=observe))
    assert 0 < made == batch.decisions < 64 * MANY // 100
    legal = [int(np.flatnonzero(mask)[0]) for mask in batch.masks]
    batch.step(legal)
    assert batch.decisions == made + 64


def test_a_batch_that_steps_one_long_game_ends_too() -> None:
    batch = ludex.Batch(ludex.load(ENDLESS), 1)
    assert 0 < partial_of(lambda: batch.play_random(MANY, observe=False)) < MANY // 2


def test_a_playout_keeps_its_decisions() -> None:
    position = ludex.load(ENDLESS).new()
    made = partial_of(position.playout)
    assert 0 < made == position.choice_count < 10**8 // 10
    again = ludex.load(ENDLESS).new()
    again.playout(most=made)
    assert again.save() == position.save()
    position.undo()
    assert position.choice_count == 0


@pytest.mark.parametrize("bot", ["ismcts:1000000", "mcts:1000000", "flat:1000000"])
def test_a_bot_tells_what_it_thought(noah: ludex.Game, bot: str) -> None:
    position = noah.new(3, seed=1)
    thoughts = partial_of(lambda: position.best(bot), lambda thoughts: thoughts.playouts > 0)
    assert 0 < thoughts.playouts < 1_000_000 // 10
    assert 0 <= thoughts.option < len(thoughts.gains)
    assert position.choice_count == 0


def test_an_arena_keeps_the_games_that_were_finished(kuhn: ludex.Game) -> None:
    games = 5_000_000
    partial = partial_of(lambda: ludex.arena(kuhn, ["random", "random"], games), lambda told: told["games"] > 0)
    assert 0 < partial["games"] < games // 10
    assert sum(bot["wins"] for bot in partial["bots"]) == partial["games"]


def test_the_balance_lab_reports_on_the_deals_that_were_finished(noah: ludex.Game) -> None:
    # The deals that show what can be measured come first, and count for nothing.
    partial = partial_of(lambda: ludex.balance(noah, MANY))
    assert partial["schema"] == "ludex/balance/1"
    assert 0 < partial["deals"] < MANY // 2


def test_a_handler_of_ones_own_raises_what_it_likes(kuhn: ludex.Game) -> None:
    def handler(*_: Any) -> None:
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGINT, handler)
    done = 0
    try:
        for seconds in (0.3, 1.2, 4.8, 19.2):
            with soon(seconds), pytest.raises(TimeoutError) as stopped:
                ludex.simulate(kuhn, MANY)
            done = len(getattr(stopped.value, "partial")["seed"])
            if done:
                break
    finally:
        signal.signal(signal.SIGINT, before)
    assert 0 < done < MANY
