"""A player of one's own sits where bots sit."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES
from ludex import Result
from ludex.seat import Player, Question

HIGHEST = """
import sys
from ludex.seat import Player, Question

class Highest(Player):
    def choose(self, question: Question) -> int:
        print("thinks", question.prompt)
        return len(question.options) - 1

    def end(self, result, log):
        print("over", result.ranks[self.start.player])

Highest().run()
"""


def test_ten_lines_play_in_the_arena(tmp_path: Path) -> None:
    program = tmp_path / "highest.py"
    program.write_text(HIGHEST, encoding="utf-8")
    bot = f'exec:"{sys.executable} {program}"'
    kuhn = str(EXAMPLES / "kuhn_poker")
    command = [sys.executable, "-m", "ludex", "arena", kuhn, bot, "random", "--games", "4", "--seed", "1", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)["bots"][0]
    assert (said["games"], said["failed"]) == (4, 0)
    assert ran.stderr.count("over ") == 4 and "thinks " in ran.stderr


class Last(Player):
    ended: Result | None = None

    def choose(self, question: Question) -> int:
        return question.options[-1].index

    def end(self, result: Result, log: list[str]) -> None:
        self.ended = result


def test_lines_in_lines_out() -> None:
    options = [{"index": n, "label": f"take {n}", "value": {"action": "take", "args": {"n": n}}} for n in range(3)]
    begun = {"protocol": "ludex/seat/1", "game": "coins", "rules": "00", "options": {}, "players": 2, "player": 1, "time_ms": 9}
    asked = {"id": 7, "seed": 1, "player": 1, "prompt": "take", "options": options, "log": [], "view": {}, "new": 1}
    lines: list[dict[str, Any]] = [
        {"do": "start", **begun},
        {"do": "choose", **asked},
        {"do": "later"},
        {"do": "over", "log": [], "result": {"scores": [1, 0], "ranks": [1, 2], "winners": [0]}},
    ]
    said = io.StringIO()
    player = Last()
    player.run(io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), said)
    assert [json.loads(line) for line in said.getvalue().splitlines()] == [{"ready": True}, {"id": 7, "option": 2}]
    assert player.start.player == 1
    assert player.ended is not None and player.ended.winners == [0]


def test_a_player_that_chooses_nothing_is_none() -> None:
    with pytest.raises(NotImplementedError):
        Player().choose(Question(1, 1, 0, "", [], [], {}))
