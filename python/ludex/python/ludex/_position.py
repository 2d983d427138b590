"""Positions: a game being played, with its past."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludex import _native
from ludex._draw import drawn
from ludex._stopped import with_partial

if TYPE_CHECKING:
    from ludex._game import Game

__all__ = ["Decision", "Explanation", "Option", "Position", "Requirement", "Result", "Thoughts"]


@dataclass(frozen=True)
class Option:
    """An answer to a question."""

    index: int
    label: str
    value: Any
    """The answer by words, which `Position.apply` takes too."""


@dataclass(frozen=True)
class Decision:
    """A question for a player, as that player may read it."""

    player: int
    prompt: str
    options: list[Option]
    undecided: list[int]
    """Who decides at the same time and has not done so yet; nobody of another question."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: list[int]
    ranks: list[int]
    """From 1, shared by equals."""
    winners: list[int]


@dataclass(frozen=True)
class Requirement:
    """What an action requires, with what it saw."""

    reason: str
    holds: bool | None
    """`None` where that depends on what the player can't know."""
    file: str
    line: int
    column: int
    saw: list[dict[str, Any]]


@dataclass(frozen=True)
class Explanation:
    """Why an action is legal or not for the player who is asked."""

    action: str
    player: int
    legal: bool
    verdict: Any
    requirements: list[Requirement]

    @property
    def reasons(self) -> list[str]:
        """The words of all that does not hold."""
        return [one.reason for one in self.requirements if one.holds is False]


@dataclass(frozen=True)
class Thoughts:
    """What a bot would choose."""

    option: int
    playouts: int
    worlds: int
    gains: list[float | None]
    """For each option the mean of what came of it, from 0 to 1; `None` of one that was never tried."""


class Position:
    """A game being played: its open question, what happened, and the way back."""

    def __init__(self, native: _native.Position, game: Game | None = None) -> None:
        self._native = native
        self._game = game

    @property
    def players(self) -> int:
        return self._native.players

    @property
    def is_over(self) -> bool:
        return self._native.is_over

    @property
    def current_player(self) -> int | None:
        return self._native.current_player

    @property
    def choice_count(self) -> int:
        """The number of answers since it began."""
        return self._native.choice_count

    @property
    def decision(self) -> Decision | None:
        """The open question; `None` once the game is over."""
        asked = self._native.decision()
        if asked is None:
            return None
        options = [Option(**option) for option in asked["options"]]
        return Decision(asked["player"], asked["prompt"], options, asked["undecided"])

    @property
    def result(self) -> Result | None:
        """How the game ended; `None` while it goes on."""
        result = self._native.result()
        return None if result is None else Result(**result)

    def view(self, player: int | None = None) -> dict[str, Any]:
        """The position as a player may see it; without a player all of it."""
        return self._native.view(player)

    def events(self, player: int | None = None, since: int = 0) -> list[str]:
        """What happened, a line each, as a player is told it; without a player all of it."""
        return self._native.events(player, since)

    def apply(self, answer: int | str | Option | dict[str, Any]) -> Position:
        """Answers the open question: by number, by label, or by value. Returns the position itself."""
        if isinstance(answer, Option):
            answer = answer.index
        if isinstance(answer, bool) or not isinstance(answer, int):
            answer = self._native.find(answer)
        if answer < 0:
            raise _error("no_such_option", f"there is no option {answer}: they are counted from 0")
        self._native.apply(answer)
        return self

    def undo(self) -> Position:
        """Takes the last answer back."""
        self._native.undo()
        return self

    def clone(self) -> Position:
        """Returns a position of its own that stands where this one does."""
        return Position(self._native.copy(), self._game)

    def why_not(self, action: str, *arguments: str | int | bool | None) -> Explanation:
        """Tells why an action is legal or not for the player who is asked."""
        words = [_word(argument) for argument in arguments]
        told = self._native.why_not(action, words)
        told["requirements"] = [Requirement(**one) for one in told["requirements"]]
        return Explanation(**told)

    def determinize(self, player: int, seed: int = 0) -> Position:
        """Returns a game that the player can't tell from this one: everything unknown is dealt anew."""
        return Position(self._native.determinize(player, seed), self._game)

    def save(self) -> str:
        """Returns the position as a text, past and all, for `Game.load`."""
        return self._native.save()

    def playout(self, seed: int = 0, most: int | None = None) -> int:
        """Plays on at random; returns the number of decisions made. One `undo` takes them back.

        Ctrl-C ends it: what was played stays, and the exception's `partial` is the number of decisions.
        """
        made, stopped = self._native.playout(seed, most)
        if stopped is not None:
            raise with_partial(stopped, made)
        return made

    def best(self, bot: str = "ismcts:1000", seed: int = 0) -> Thoughts:
        """Asks a bot what it would choose: `mcts:500`, `ismcts:2s`, `greedy` …

        Ctrl-C ends it: the exception's `partial` is what it thought until then.
        """
        told, stopped = self._native.best(bot, seed)
        gains = [thought["gain"] for thought in told["thoughts"]]
        thoughts = Thoughts(told["option"], told["playouts"], told["worlds"], gains)
        if stopped is not None:
            raise with_partial(stopped, thoughts)
        return thoughts

    def lean(self) -> _native.Lean:
        """Returns the position without its past, as numbers: what environments step through."""
        return self._native.lean()

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, _memo: Any) -> Position:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._game is None:
            raise TypeError("a position is pickled with the game that it was begun by")
        return (_loaded, (self._game, self.save()))

    def __repr__(self) -> str:
        decision = self.decision
        if decision is None:
            return f"<ludex.Position, over: {self.result}>"
        options = len(decision.options)
        return f"<ludex.Position, P{decision.player} is asked: {decision.prompt!r}, {options} options>"

    def _repr_html_(self) -> str:
        """The table as the player who is asked sees it, as a notebook shows it; once the game is over, all of it."""
        return drawn(self._native.description(), self._native.snapshot(self.current_player))


def _loaded(game: Game, save: str) -> Position:
    return game.load(save)


def _error(code: str, message: str) -> _native.LudexError:
    error = _native.LudexError(message)
    error.code = code
    return error


def _word(argument: str | int | bool | None) -> str:
    """An argument in the words of the rules."""
    if argument is None:
        return "none"
    if isinstance(argument, bool):
        return "true" if argument else "false"
    return str(argument)
