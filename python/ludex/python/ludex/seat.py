"""Players of one's own for the command: a class that chooses, in a seat of `ludex arena`, `ludex play` and `ludex sim`.

    from ludex.seat import Player, Question

    class First(Player):
        def choose(self, question: Question) -> int:
            return 0

    First().run()

`ludex arena noah 'exec:"python first.py"' ismcts:500` plays with it. The lines that go both ways are those of docs/protocol.md
(seat protocol); whatever a player prints goes to stderr, since stdout is theirs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any, TextIO

from ludex._position import Option, Result

__all__ = ["Player", "Question", "Start"]


@dataclass(frozen=True)
class Start:
    """What is played."""

    game: str
    rules: str
    """The hash of the rules."""
    options: Mapping[str, Any]
    players: int
    player: int
    """The seat."""
    time_ms: int
    """What there is for a decision."""


@dataclass(frozen=True)
class Question:
    """A question with more than one answer, as the player may read it."""

    id: int
    seed: int
    """Chance for this decision: who draws from it alone plays the same game again."""
    player: int
    prompt: str
    options: list[Option]
    log: list[str]
    """What happened since the last question."""
    view: dict[str, Any]
    """The position as the player may know it."""


class Player:
    """Sits in a seat for one game."""

    start: Start

    def begin(self, start: Start) -> None:
        """Gets ready; `self.start` says what is played later too."""

    def choose(self, question: Question) -> int:
        """Chooses an option by its number."""
        raise NotImplementedError

    def end(self, result: Result, log: list[str]) -> None:
        """Learns how the game ended."""

    def run(self, lines: TextIO = sys.stdin, answers: TextIO = sys.stdout) -> None:
        """Plays the game that the command tells of, until its input is over."""
        with redirect_stdout(sys.stderr):
            for line in lines:
                answer = self._answer(json.loads(line))
                if answer is not None:
                    answers.write(json.dumps(answer) + "\n")
                    answers.flush()

    def _answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        do = message.pop("do")
        if do == "start":
            self.start = Start(**_fields(Start, message))
            self.begin(self.start)
            return {"ready": True}
        if do == "choose":
            options = [Option(**_fields(Option, option)) for option in message["options"]]
            question = Question(**{**_fields(Question, message), "options": options})
            return {"id": question.id, "option": int(self.choose(question))}
        if do == "over":
            self.end(Result(**_fields(Result, message["result"])), message["log"])
        return None


def _fields(of: Any, message: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that a class has fields for: later versions may say more."""
    return {name: message[name] for name in of.__dataclass_fields__}
