"""Many random games, as a table of how each ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex._game import Game

__all__ = ["simulate"]


def simulate(
    game: Game,
    games: int = 100,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> dict[str, list[Any]]:
    """Plays games at random to their ends; returns columns, a row for each game: `pandas.DataFrame(simulate(game))`.

    The game of a seed is the game that `ludex sim --seed` plays.
    """
    rows: list[dict[str, Any]] = []
    for n in range(games):
        position = game.new(players, seed=seed + n, options=options)
        decisions = position.playout(seed + n)
        result = position.result
        assert result is not None, "a game that was played to its end has a result"
        row: dict[str, Any] = {"seed": seed + n, "decisions": decisions}
        for player in range(position.players):
            row[f"score_{player}"] = result.scores[player]
            row[f"rank_{player}"] = result.ranks[player]
            row[f"won_{player}"] = player in result.winners
        rows.append(row)
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
