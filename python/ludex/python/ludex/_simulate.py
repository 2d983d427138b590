"""Many random games, as columns of how each ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy.typing as npt

from ludex import _native
from ludex._game import Game
from ludex._options import plain_options
from ludex._stopped import with_partial

__all__ = ["Columns", "framer", "simulate"]

Columns = dict[str, npt.NDArray[Any]]
"""A column for each name, all of one length."""


def simulate(
    game: Game,
    games: int = 100,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    frame: str | None = None,
) -> Any:
    """Plays games at random to their ends, on all cores; returns columns with a row for each game, in the order of the seeds.

    The game of a seed is the game that `ludex sim --seed` plays. `frame` makes a frame of the columns: `"pandas"`, `"polars"` or
    `"arrow"`. Ctrl-C ends it: the exception's `partial` has the rows of the games that were finished.
    """
    make = framer(frame)
    players = game.min_players if players is None else players
    columns, stopped = _native.simulate(game._native, players, seed, games, plain_options(options))
    rows = make(columns)
    if stopped is not None:
        raise with_partial(stopped, rows)
    return rows


def framer(frame: str | None) -> Callable[[Columns], Any]:
    """Returns the function that makes a frame of columns; without a name they stay as they are. What is no frame, or one of a
    library that is not there, is refused before a run and not after it."""
    if frame is None:
        return lambda columns: columns
    if frame == "pandas":
        import pandas

        return lambda columns: pandas.DataFrame(columns)
    if frame == "polars":
        import polars

        return lambda columns: polars.DataFrame(columns)
    if frame == "arrow":
        import pyarrow

        return lambda columns: pyarrow.table(columns)
    raise ValueError(f"{frame!r} is no frame: it is 'pandas', 'polars' or 'arrow'")
