"""Many random games, as columns of how each ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from ludex import _native
from ludex._game import Game
from ludex._stopped import with_partial

__all__ = ["Columns", "frame_of", "simulate"]

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
    check_frame(frame)
    players = game.min_players if players is None else players
    chosen = None if options is None else dict(options)
    columns, stopped = _native.simulate(game._native, players, seed, games, chosen)
    if stopped is not None:
        raise with_partial(stopped, frame_of(columns, frame))
    return frame_of(columns, frame)


def check_frame(frame: str | None) -> None:
    """Refuses what is no frame."""
    if frame not in (None, "pandas", "polars", "arrow"):
        raise ValueError(f"{frame!r} is no frame: it is 'pandas', 'polars' or 'arrow'")


def frame_of(columns: Columns, frame: str | None) -> Any:
    """Makes a frame of columns; without a name they stay as they are."""
    if frame == "pandas":
        import pandas

        return pandas.DataFrame(columns)
    if frame == "polars":
        import polars

        return polars.DataFrame(columns)
    if frame == "arrow":
        import pyarrow

        return pyarrow.table(columns)
    return columns
