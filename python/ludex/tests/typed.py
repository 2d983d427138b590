"""A program in types: mypy and pyright read it, nobody runs it."""

from __future__ import annotations

import numpy as np
from typing_extensions import assert_type

import ludex
from ludex import Decision, Game, Option, Position

game = ludex.load("noah")
assert_type(game, Game)
position = game.new(players=3, seed=1, options={"frog": True})
assert_type(position, Position)
assert_type(position.decision, "Decision | None")
decision = position.decision
if decision is not None:
    assert_type(decision.options, "list[Option]")
    position.apply(decision.options[0]).apply("done").undo()
assert_type(position.current_player, "int | None")
assert_type(position.best("mcts:10").gains, "list[float | None]")
batch = ludex.Batch(game, 8, players=[2, 3, 4, 5, 2, 3, 4, 5])
batch.step(np.zeros(8, dtype=np.int64))
assert_type(batch.decisions, int)
assert_type(ludex.check("games/noah"), "list[ludex.Diagnostic]")
