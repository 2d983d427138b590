"""Many random games as columns and frames; arenas and balance as the command tells them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ludex
from ludex import _native


def command(*arguments: str) -> Any:
    """What the command answers, as JSON."""
    ran = subprocess.run([sys.executable, "-m", "ludex", *arguments, "--json"], capture_output=True, text=True, timeout=300)
    assert ran.returncode in (0, 1), ran.stderr
    return json.loads(ran.stdout)


def test_a_row_is_the_game_of_its_seed(noah: ludex.Game) -> None:
    columns = ludex.simulate(noah, 6, players=3, seed=3, options={"frog": True})
    assert list(columns["seed"]) == [3, 4, 5, 6, 7, 8]
    for n in range(6):
        position = noah.new(3, seed=3 + n, options={"frog": True})
        assert columns["decisions"][n] == position.playout(seed=3 + n)
        result = position.result
        assert result is not None
        assert [columns[f"score_{player}"][n] for player in range(3)] == result.scores
        assert [columns[f"rank_{player}"][n] for player in range(3)] == result.ranks
        assert [player for player in range(3) if columns[f"won_{player}"][n]] == result.winners


def test_no_games_are_columns_without_rows(noah: ludex.Game) -> None:
    columns = ludex.simulate(noah, 0)
    assert list(columns)[:2] == ["seed", "decisions"]
    assert {len(column) for column in columns.values()} == {0}


def test_frames(noah: ludex.Game) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    columns = ludex.simulate(noah, 5, players=2, seed=3)
    for frame in (ludex.simulate(noah, 5, players=2, seed=3, frame=name) for name in ("pandas", "polars")):
        assert isinstance(frame, (pandas.DataFrame, polars.DataFrame))
        assert frame.shape == (5, 8)
        for name, column in columns.items():
            assert (np.asarray(frame[name]) == column).all()
    arrow = pytest.importorskip("pyarrow")
    assert ludex.simulate(noah, 5, players=2, frame="arrow").schema.field("won_0").type == arrow.bool_()


def test_a_game_that_the_rules_break_is_told_with_its_seed() -> None:
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
    with pytest.raises(ludex.LudexError, match="seed 7") as error:
        ludex.simulate(ludex.load(texts), 9, seed=7)
    assert error.value.code == "rules_failed"


def test_an_arena_is_the_commands() -> None:
    game = ludex.load("noah")
    told = command("arena", "noah", "random", "greedy", "mcts:4", "--games", "7", "--seed", "3", "--players", "2")
    ours = ludex.arena(game, ["random", "greedy", "mcts:4"], 7, players=2, seed=3)
    for bot in told["bots"]:
        # Time is of the machine.
        bot["playouts_per_second"] = None
    for bot in ours["bots"]:
        bot["playouts_per_second"] = None
    assert (ours["bots"], ours["pairs"]) == (told["bots"], told["pairs"])


def test_an_arena_in_parts_is_the_whole(noah: ludex.Game) -> None:
    bots = ["random", "greedy"]
    whole = ludex.arena(noah, bots, 5, seed=1)
    begun = _native.Arena(noah._native, bots, 2, 1, None)
    for first, count in ((3, 2), (0, 1), (1, 2)):
        begun.add(_native.Arena(noah._native, bots, 2, 1, None).part(first, count)[0])
    assert begun.standings() == whole


def test_a_balance_is_the_commands_in_parts_too(noah: ludex.Game) -> None:
    told = command("balance", "noah", "--games", "60", "--seed", "4")
    assert ludex.balance(noah, 60, seed=4) == told
    lab = _native.Lab(noah._native, [], 2, 4, None)
    assert (lab.rounds, lab.deals) == (2, 0)
    cuts = [0, 1, 9, 17, 30]
    for first, end in zip(cuts, cuts[1:]):
        lab.add(_native.Lab(noah._native, [], 2, 4, None).part(first, end - first)[0])
    assert (lab.deals, lab.report()) == (30, told)
