"""Bots against each other, and the balance of a game: what `ludex arena` and `ludex balance` say, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex import _native
from ludex._game import Game
from ludex._options import plain_options
from ludex._stopped import with_partial

__all__ = ["arena", "balance", "begin_arena", "begin_lab", "deal_count", "seats"]


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
    playing = begin_arena(game, bots, seats(game, bots, players), seed, options)
    stopped = playing.run(0, games)
    if stopped is not None:
        raise with_partial(stopped, playing.standings())
    return playing.standings()


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
    lab = begin_lab(game, bots, seats(game, bots, players), seed, options)
    stopped = lab.run(0, deal_count(lab, games))
    if stopped is not None:
        raise with_partial(stopped, lab.report() if lab.deals else None)
    return lab.report()


def begin_arena(
    game: Game, bots: Sequence[str], players: int, seed: int, options: Mapping[str, Any] | None
) -> _native.Arena:
    """Seats bots that have played no game yet."""
    return _native.Arena(game._native, list(bots), players, seed, plain_options(options))


def begin_lab(
    game: Game, bots: Sequence[str], players: int, seed: int, options: Mapping[str, Any] | None
) -> _native.Lab:
    """Plays the deals of a balance lab that show what there is to be measured, and count for nothing."""
    try:
        return _native.Lab(game._native, list(bots), players, seed, plain_options(options))
    except KeyboardInterrupt as stopped:
        raise with_partial(stopped, None) from None


def deal_count(lab: _native.Lab, games: int) -> int:
    """Counts the deals that so many games are, each of which is played once by each seat."""
    return -(-games // lab.rounds)


def seats(game: Game, bots: Sequence[str], players: int | None) -> int:
    """Counts the players, unless their number is said: one for each bot, two at least, as the command does."""
    return players if players is not None else min(max(len(bots), 2, game.min_players), game.max_players)
