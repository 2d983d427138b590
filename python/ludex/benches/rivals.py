"""Random decisions a second of games that several libraries have, side by side in one run, each as its users would loop.

Usage: python benches/rivals.py [GAME …]   of connect_four, tictactoe, kuhn_poker, leduc_poker

OpenSpiel, PettingZoo, RLCard and pgx (on the processor) are measured where they are installed. A decision is an answer of a
player; dealing and rolling are none. Who loops in Python draws actions in Python; who has a loop of its own uses it.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import ludex

SECONDS = 3.0
GAMES = 1024
ROOT = Path(__file__).resolve().parents[3]
FOLDERS = {
    "connect_four": "benches/games/connect_four",
    "tictactoe": "benches/games/tictactoe",
    "kuhn_poker": "examples/kuhn_poker",
    "leduc_poker": "examples/leduc_poker",
}
OPEN_SPIEL = {name: name for name in FOLDERS} | {"tictactoe": "tic_tac_toe"}
PGX = {"connect_four": "connect_four", "tictactoe": "tic_tac_toe", "kuhn_poker": "kuhn_poker", "leduc_poker": "leduc_holdem"}
PETTING_ZOO = {"connect_four": "connect_four_v3", "tictactoe": "tictactoe_v3", "leduc_poker": "leduc_holdem_v4"}
RLCARD = {"leduc_poker": "leduc-holdem"}

Way = tuple[str, Callable[[], int]]
"""What is measured: its name, and work that returns how many decisions it made."""


def speed(work: Callable[[], int]) -> float:
    """Decisions a second of some work, repeated, after a first time that does not count."""
    work()
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        made += work()
    return made / (time.perf_counter() - began)


def of_ludex(name: str) -> Iterator[Way]:
    game = ludex.load(ROOT / FOLDERS[name])
    batch = ludex.Batch(game, GAMES, players=2, seed=1)

    def counted(act: Callable[[], Any]) -> Callable[[], int]:
        def work() -> int:
            before = batch.decisions
            act()
            return batch.decisions - before

        return work

    draw = np.random.default_rng(0)

    def step() -> None:
        noise = draw.random(batch.masks.shape, dtype=np.float32) * batch.masks
        batch.step(noise.argmax(axis=1))

    yield "ludex, its own loop", counted(lambda: batch.play_random(256, observe=False))
    yield "ludex, its own loop, all observed", counted(lambda: batch.play_random(16))
    yield "ludex, a batch stepped from numpy, observed", counted(step)
    fresh = game.new(players=2, seed=1).lean()

    def loop() -> int:
        made = 0
        lean = fresh.fresh(2, random.getrandbits(60), None)
        while not lean.is_over:
            lean.act(random.choice(lean.legal_actions()))
            made += 1
        return made

    yield "ludex, a loop in Python", loop


def of_open_spiel(name: str) -> Iterator[Way]:
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(OPEN_SPIEL[name])

    def begun() -> Any:
        """The state at which the first player decides."""
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        return state

    def loop() -> int:
        made, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions, made = state.legal_actions(), made + 1
            state.apply_action(random.choice(actions))
        return made

    length = np.mean([loop() for _ in range(2000)])
    rollouts = 2000
    # Of two simulations the first is valued by rollouts from the root, the second by those from one decision on.
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 2, 100, False, 1, False)

    def native() -> int:
        bot.step(begun())
        return int(rollouts * (2 * length - 1))

    yield "OpenSpiel, a loop in C++ (rollouts of its MCTS)", native
    yield "OpenSpiel, a loop in Python", loop


def of_petting_zoo(name: str) -> Iterator[Way]:
    module = importlib.import_module(f"pettingzoo.classic.{PETTING_ZOO[name]}")
    env = module.env()

    def loop() -> int:
        env.reset(seed=random.getrandbits(30))
        made = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
                made += 1
        return made

    yield "PettingZoo, a loop in Python", loop


def of_rlcard(name: str) -> Iterator[Way]:
    rlcard = importlib.import_module("rlcard")
    env = rlcard.make(RLCARD[name])

    def loop() -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            made += 1
        return made

    yield "RLCard, a loop in Python", loop


def of_pgx(name: str) -> Iterator[Way]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make(PGX[name])
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(key, logits), key)

    steps = 32

    @jax.jit
    def many(states: Any, key: Any) -> tuple[Any, Any]:
        def body(carry: tuple[Any, Any], _: Any) -> tuple[tuple[Any, Any], None]:
            states, key = carry
            key, own = jax.random.split(key)
            return (jax.vmap(one)(states, jax.random.split(own, GAMES)), key), None

        carry, _ = jax.lax.scan(body, (states, key), None, length=steps)
        return carry

    key = jax.random.PRNGKey(0)
    carry = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES)), key)]

    def loop() -> int:
        carry[0] = many(*carry[0])
        jax.block_until_ready(carry[0][0].observation)
        return steps * GAMES

    yield "pgx on the processor, its own loop, observed", loop


LIBRARIES = [
    (FOLDERS, of_ludex),
    (OPEN_SPIEL, of_open_spiel),
    (PETTING_ZOO, of_petting_zoo),
    (RLCARD, of_rlcard),
    (PGX, of_pgx),
]


def main() -> None:
    for name in sys.argv[1:] or list(FOLDERS):
        for games, ways in LIBRARIES:
            if name not in games:
                continue
            try:
                for what, work in ways(name):
                    print(f"{name}: {what}: {speed(work):,.0f} decisions/s, load {os.getloadavg()[0]:.1f}", flush=True)
            except ImportError as missing:
                print(f"{name}: {ways.__name__}: not measured: {missing}", flush=True)


if __name__ == "__main__":
    main()
