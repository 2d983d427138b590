"""Bots that learn: self-play from the rules alone, after AlphaZero, with PyTorch.

`python -m ludex.train GAME` trains and keeps checkpoints; `export` writes a net as ONNX, which the command `ludex` plays
(`net:model.onnx`, where it is built with nets). The search is native and asks for many positions at once; the net sees
observations of the seat that decides, and no more.
"""

from __future__ import annotations

from ludex.train._net import Net, NetConfig
from ludex.train._onnx import export
from ludex.train._play import Match, Search, evaluator, play, teach
from ludex.train._run import Config, Trainer

__all__ = ["Config", "Match", "Net", "NetConfig", "Search", "Trainer", "evaluator", "export", "play", "teach"]
