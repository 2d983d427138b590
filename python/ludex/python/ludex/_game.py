"""Games: where they come from, what is wrong with them, what their rulings say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Union

from ludex import _native
from ludex._options import plain_options
from ludex._position import Position
from ludex._stopped import with_partial

__all__ = ["Diagnostic", "Game", "RulingResult", "Slot", "Space", "check", "explain", "load", "shipped"]

Source = Union[str, "os.PathLike[str]", Mapping[str, str]]


@dataclass(frozen=True)
class Diagnostic:
    """One thing that is wrong with a game's texts, at its place."""

    code: str
    severity: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    help: list[str]
    text: str
    """The diagnostic as the command draws it."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class RulingResult:
    """A ruling that was played: a question, its answer, and whether the rules answer so."""

    id: str
    path: str
    asks: str
    says: str
    verdict: str
    """`passed`, `failed`, `differs` or `broken`."""
    found: str

    @property
    def passed(self) -> bool:
        return self.verdict == "passed"


@dataclass(frozen=True)
class Space:
    """The space of a board that a slot tells of. Slots of one board and one feature make a plane."""

    board: str
    at: tuple[int, int]
    """Column and row of a grid, axial coordinates of hexes, the number in a row."""
    feature: str


@dataclass(frozen=True)
class Slot:
    """A slot of an observation."""

    name: str
    low: float
    high: float
    space: Space | None = None
    """The space that it tells of, where that has a place in the plane."""


class Game:
    """A game, ready to be played. It never changes: threads may share it."""

    def __init__(self, native: _native.Game) -> None:
        self._native = native

    @staticmethod
    def shipped(name: str) -> Game:
        """Reads a game that comes with the package; `ludex.shipped()` names them."""
        return Game(_native.Game.shipped(name))

    @staticmethod
    def from_folder(folder: str | os.PathLike[str]) -> Game:
        """Reads the game of a folder with `game.yaml`."""
        path = Path(folder)
        return Game(_native.Game.from_texts(_folder_name(path), _files(path)))

    @staticmethod
    def from_text(files: Mapping[str, str], name: str = "game") -> Game:
        """Reads a game from its files' texts, by path: `{"game.yaml": …, "my.rules": …}`."""
        return Game(_native.Game.from_texts(name, dict(files)))

    @property
    def name(self) -> str:
        return self._native.name

    @property
    def title(self) -> str:
        return self._native.title

    @property
    def hash(self) -> str:
        """The hash of the rules, which saves and encodings carry."""
        return self._native.hash

    @property
    def min_players(self) -> int:
        return self._native.players[0]

    @property
    def max_players(self) -> int:
        return self._native.players[1]

    @property
    def hides_anything(self) -> bool:
        """Whether some player may not see everything."""
        return self._native.hides_anything

    @cached_property
    def options(self) -> dict[str, list[Any]]:
        """The options with the values that each takes, the default first."""
        options = {}
        for option in self._native.options:
            default = option["default"]
            options[option["name"]] = [default, *(v for v in option["values"] if v != default)]
        return options

    @property
    def encoding(self) -> str:
        """The version of observations and actions: what is learnt under one means nothing under another."""
        return self._native.encoding

    @cached_property
    def slots(self) -> list[Slot]:
        """The slots of an observation, in order."""
        slots = self._native.slots()
        return [Slot(name, low, high, None if space is None else Space(*space)) for name, low, high, space in slots]

    @cached_property
    def actions(self) -> list[str]:
        """The names of all actions, by id."""
        return self._native.actions()

    def new(
        self, players: int | None = None, *, seed: int = 0, options: Mapping[str, Any] | None = None
    ) -> Position:
        """Begins a game, with the fewest players if no number is said."""
        players = self.min_players if players is None else players
        return Position(self._native.start(players, seed, plain_options(options)), self)

    def load(self, save: str) -> Position:
        """Loads what `Position.save` gave. It is believed only if playing it again leads to the same position."""
        return Position(self._native.load(save), self)

    @property
    def texts(self) -> dict[str, str]:
        """The texts that it was read from, by path, rulings among them."""
        return self._native.texts()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.from_text, (self.texts, self.name))

    def rulings(self) -> list[RulingResult]:
        """Plays the game's rulings against its rules.

        Ctrl-C ends it: the exception's `partial` has those that were played.
        """
        played, stopped = self._native.rulings()
        results = [RulingResult(**ruling) for ruling in played]
        if stopped is not None:
            raise with_partial(stopped, results)
        return results

    def __repr__(self) -> str:
        players = f"{self.min_players} to {self.max_players}"
        return f"<ludex.Game {self.name!r}, {players} players, rules {self.hash[:8]}>"


def shipped() -> list[str]:
    """Names the games that come with the package."""
    return _native.shipped()


def load(source: Source) -> Game:
    """Reads a game: a shipped one by name, one of a folder by path, or texts by path."""
    if isinstance(source, Mapping):
        return Game.from_text(source)
    if isinstance(source, str) and not (Path(source) / "game.yaml").is_file():
        return Game.shipped(source)
    return Game.from_folder(source)


def check(source: Source) -> list[Diagnostic]:
    """Returns all that is wrong with a game, in order; nothing of a sound one."""
    if isinstance(source, Mapping):
        found = _native.check("game", dict(source))
    else:
        path = Path(source)
        found = _native.check(_folder_name(path), _files(path))
    names = Diagnostic.__dataclass_fields__
    return [Diagnostic(**{name: one[name] for name in names}) for one in found]


def explain(code: str) -> str | None:
    """Returns what a diagnostic's code is about; `None` of what is no code."""
    return _native.explain_code(code)


def _folder_name(path: Path) -> str:
    return path.resolve().name


def _files(path: Path) -> dict[str, str]:
    """The texts of a game's folder, and those of its rulings."""
    if not (path / "game.yaml").is_file():
        raise FileNotFoundError(f"{path} is no game: it has no game.yaml")
    files = [one for one in sorted(path.iterdir()) if one.suffix in (".yaml", ".rules")]
    files += sorted((path / "rulings").glob("*.ruling.yaml"))
    return {str(one.relative_to(path)): one.read_text(encoding="utf-8", errors="replace") for one in files}
