"""Games by a net: the native search goes on until positions wait, the net evaluates all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ludex import _native
from ludex._game import Game
from ludex._options import plain_options
from ludex._stopped import with_partial
from ludex.train._net import Net

__all__ = ["Evaluator", "Match", "Search", "evaluator", "play", "teach"]

Floats = npt.NDArray[np.float32]
Evaluator = Callable[[Floats, npt.NDArray[np.uint8]], "tuple[Floats, Floats]"]
"""Takes observations and masks of legal actions; returns logits of actions and the share of each player, a row for each."""


@dataclass(frozen=True)
class Search:
    """How a net searches."""

    playouts: int = 100
    waiting: int = 1
    """Positions of one decision that wait at once; more is faster and searches a little worse."""
    explore: float = 1.0
    noise: bool = False
    drawn: int = 0
    """Choices of a game that are drawn by visits; later ones are the most visited."""
    worlds: int | None = None
    opening: int = 0
    """The most choices that each game begins with at random, from none on."""
    trust: float = 0.0
    """How far the values to learn move from a game's result towards what the search expected."""


@dataclass(frozen=True)
class Match:
    """What came of games."""

    observations: Floats
    policies: Floats
    values: Floats
    masks: npt.NDArray[np.uint8]
    results: list[tuple[int, list[int], list[float]]]
    """For each game its seed, the net's seats, and the share of the others that each player has beaten."""

    @property
    def share(self) -> float:
        """The mean share of the net's seats."""
        return float(np.mean([shares[seat] for _, seats, shares in self.results for seat in seats]))

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many games the net won, drew and lost."""
        shares = [shares[seat] for _, seats, shares in self.results for seat in seats]
        won, lost = sum(share == 1 for share in shares), sum(share == 0 for share in shares)
        return won, len(shares) - won - lost, lost


def evaluator(net: Net, device: torch.device | str = "cpu") -> Evaluator:
    """Returns a net as the function that a search calls."""
    net.eval()

    def evaluate(observations: Floats, masks: npt.NDArray[np.uint8]) -> tuple[Floats, Floats]:
        with torch.inference_mode():
            logits, values = net(torch.from_numpy(observations).to(device))
            return logits.cpu().numpy(), values.cpu().numpy()

    return evaluate


def play(
    game: Game,
    evaluate: Evaluator,
    games: int,
    search: Search = Search(),
    *,
    players: int | None = None,
    seed: int = 0,
    opponent: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Plays games with the seeds from `seed` on, all at once: the net with itself, or in one seat of each, in turn, against
    a bot in all others."""
    playing = _begin(game, games, search, players, seed, options, opponent=opponent)

    def answer() -> None:
        observations, masks = playing.collect()
        if len(observations):
            playing.absorb(*evaluate(observations, masks))

    return _finished(playing, games, search.trust, answer)


def teach(
    game: Game,
    teacher: str,
    games: int,
    search: Search = Search(),
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Lets a search bot play games with itself, as something to learn from: it needs the rules and no net. Of `search` count
    what is drawn, the opening, and `trust`."""
    playing = _begin(game, games, search, players, seed, options, teacher=teacher)

    def go_on() -> None:
        playing.collect()

    return _finished(playing, games, search.trust, go_on)


def _finished(playing: _native.SelfPlay, games: int, trust: float, go_on: Callable[[], None]) -> Match:
    """Goes on until so many games are over. Ctrl-C ends it: the exception's `partial` has the games that were finished."""
    try:
        while playing.finished < games:
            go_on()
    except KeyboardInterrupt as stopped:
        with_partial(stopped, Match(*playing.samples(trust), playing.results()))
        raise
    return Match(*playing.samples(trust), playing.results())


def _begin(
    game: Game,
    games: int,
    search: Search,
    players: int | None,
    seed: int,
    options: Mapping[str, Any] | None,
    opponent: str | None = None,
    teacher: str | None = None,
) -> _native.SelfPlay:
    settings = (
        search.playouts,
        search.waiting,
        search.explore,
        search.noise,
        search.drawn,
        search.worlds,
        search.opening,
    )
    count = min(max(2, game.min_players), game.max_players) if players is None else players
    return _native.SelfPlay(game._native, games, count, seed, plain_options(options), opponent, teacher, settings)
