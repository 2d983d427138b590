"""Board and card games as data: rules, positions, batches and environments.

>>> import ludex
>>> game = ludex.load("noah")
>>> position = game.new(players=3, seed=1)
>>> position.decision.player
0
"""

from __future__ import annotations

from ludex._game import Diagnostic, Game, RulingResult, check, explain, load, shipped
from ludex._native import LudexError, __version__
from ludex._position import Decision, Explanation, Option, Position, Requirement, Result, Thoughts
from ludex._batch import Batch
from ludex._simulate import simulate
from ludex._lab import arena, balance

__all__ = [
    "Batch",
    "Decision",
    "Diagnostic",
    "Explanation",
    "Game",
    "LudexError",
    "Option",
    "Position",
    "Requirement",
    "Result",
    "RulingResult",
    "Thoughts",
    "__version__",
    "arena",
    "balance",
    "check",
    "explain",
    "load",
    "shipped",
    "simulate",
]
