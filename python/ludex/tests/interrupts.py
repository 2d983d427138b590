"""Long calls, most of which would take hours, and how soon an interrupt ends them."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import ludex

MANY = 10**9
ROOT = Path(__file__).resolve().parents[3]
ENDLESS = {
    "game.yaml": "title: Endless\nedition: 2\nplayers: { min: 1, max: 1 }\nbudget: { decisions: 1000000000 }\n",
    "endless.rules": (
        "var left: int 0..1000000000\n"
        "setup { }\n"
        'action go_on "go on" { }\n'
        'action rest "rest" { }\n'
        "play { for each p in players { repeat 100000000 { as p { offer you: go_on or rest } } } }\n"
        "result { score left high }\n"
    ),
}

Work = Callable[[], Any]


@contextmanager
def soon(seconds: float = 0.3) -> Iterator[list[float]]:
    """Sends this thread SIGINT in a while; holds when that was. Once the block is left, however it ended, none is sent, and one
    that is under way does nothing: it would end a later test."""
    sent: list[float] = []
    is_left = threading.Event()

    def interrupt() -> None:
        if not is_left.wait(seconds):
            sent.append(time.monotonic())
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)

    def handle(number: int, frame: FrameType | None) -> None:
        if not is_left.is_set() and callable(before):
            before(number, frame)

    signal.signal(signal.SIGINT, handle)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield sent
    finally:
        is_left.set()
        thread.join()
        signal.signal(signal.SIGINT, before)


def stop(work: Work, seconds: float = 0.3) -> tuple[float, Any]:
    """Interrupts some work in a while; the seconds that it then took to end, and what it had done."""
    with soon(seconds) as sent:
        try:
            work()
        except KeyboardInterrupt as stopped:
            return time.monotonic() - sent[0], getattr(stopped, "partial", None)
    raise AssertionError("the work ended before it was interrupted")


def step_for_ever(batch: ludex.Batch) -> None:
    random = np.random.default_rng(0)
    try:
        while True:
            noise = random.random(batch.masks.shape, dtype=np.float32) * batch.masks
            batch.step(noise.argmax(axis=1))
    except KeyboardInterrupt as stopped:
        # Between two calls nothing was under way.
        setattr(stopped, "partial", batch.decisions)
        raise


def works(name: str) -> dict[str, Work]:
    """Every long call, of a game."""
    game = ludex.load(name)
    batch = ludex.Batch(game, 256, seed=1)
    position = game.new(seed=1)
    return {
        "simulate": lambda: ludex.simulate(game, MANY),
        "arena, random": lambda: ludex.arena(game, ["random", "random"], MANY),
        "arena, ismcts": lambda: ludex.arena(game, ["ismcts:100000", "greedy"], MANY),
        "balance, random": lambda: ludex.balance(game, MANY),
        "balance, ismcts": lambda: ludex.balance(game, MANY, bots=["ismcts:100000"]),
        "Batch": lambda: ludex.Batch(game, 100_000),
        "Batch.play_random": lambda: batch.play_random(MANY, observe=False),
        "Batch.play_random, observed": lambda: batch.play_random(MANY),
        "Batch.step in a loop": lambda: step_for_ever(batch),
        "best, ismcts": lambda: position.best("ismcts:10000000"),
        "best, mo-ismcts": lambda: position.best("mo-ismcts:10000000"),
        "best, mcts": lambda: position.best("mcts:10000000"),
        "best, flat": lambda: position.best("flat:10000000"),
    }
