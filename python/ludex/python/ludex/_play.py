"""What environments share: how a game's end is rewarded, and spaces of observations and actions."""

from __future__ import annotations

from collections.abc import Sequence
import numpy as np
import numpy.typing as npt

from ludex import _native
from ludex._game import Game, Source, load

__all__ = ["bounds", "game_of", "rewards"]


def game_of(game: Game | Source) -> Game:
    """Returns the game, read if it is not."""
    return game if isinstance(game, Game) else load(game)


def rewards(lean: _native.Lean, kind: str) -> list[float]:
    """What each player gets: nothing while the game goes on; then, by `rank`, the share of the others who are beaten less the
    share of those who are not, or, by `score`, the score."""
    ranks, scores = lean.ranks(), lean.scores()
    if ranks is None or scores is None:
        return [0.0] * lean.players
    if kind == "score" or len(ranks) == 1:
        return [float(score) for score in scores]
    return [_beaten(ranks, rank) for rank in ranks]


def _beaten(ranks: Sequence[int], own: int) -> float:
    return sum((own < rank) - (own > rank) for rank in ranks) / (len(ranks) - 1)


def bounds(game: Game) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The lowest and highest number of each slot."""
    low = np.array([slot.low for slot in game.slots], dtype=np.float32)
    high = np.array([slot.high for slot in game.slots], dtype=np.float32)
    return low, high


def check_reward(kind: str) -> str:
    """Refuses what is no reward."""
    if kind not in ("rank", "score"):
        raise ValueError(f"{kind!r} is no reward: it is 'rank' or 'score'")
    return kind


def legal_mask(lean: _native.Lean, seat: int) -> npt.NDArray[np.int8]:
    """1 for each action that the seat may take now."""
    mask = lean.mask(None).view(np.int8)
    return mask if lean.current_player == seat else np.zeros_like(mask)

