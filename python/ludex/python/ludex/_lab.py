"""Bots against each other, and the balance of a game: what `ludex arena` and `ludex balance` say, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex import _native
from ludex._game import Game
from ludex._stopped import with_partial

__all__ = ["arena", "balance"]


def arena(
    game: Game,
    bots: Sequence[str],
    games: int = 100,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Lets bots play against each other: `bots` and `pairs` as `ludex arena --json` has them, without times.

    Ctrl-C ends it: the exception's `partial` is what the games that were finished say.
    """
    start = (seats(game, bots, players), seed)
    chosen = None if options is None else dict(options)
    played, stopped = _native.arena_games(game._native, list(bots), start, (0, games), chosen)
    standings = _native.arena_standings(list(bots), played)
    if stopped is not None:
        raise with_partial(stopped, standings)
    return standings


def balance(
    game: Game,
    games: int = 10_000,
    *,
    bots: Sequence[str] = (),
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Measures what each row of a game is worth: the report of `ludex balance --json`.

    Ctrl-C ends it: the exception's `partial` is the report of the deals that were finished, or `None` before the first of them.
    """
    start = (seats(game, bots, players), seed)
    chosen = None if options is None else dict(options)
    try:
        deals = _native.balance_deals(game._native, list(bots), start, games, chosen)
    except KeyboardInterrupt as early:
        raise with_partial(early, None) from None
    part, done, stopped = _native.balance_part(game._native, list(bots), start, (0, deals), chosen)
    if stopped is not None and done == 0:
        raise with_partial(stopped, None)
    report = _native.balance_report(game._native, list(bots), start, [part], chosen)
    if stopped is not None:
        raise with_partial(stopped, report)
    return report


def seats(game: Game, bots: Sequence[str], players: int | None) -> int:
    """Counts the players, unless their number is said: one for each bot, two at least, as the command does."""
    return players if players is not None else min(max(len(bots), 2, game.min_players), game.max_players)
