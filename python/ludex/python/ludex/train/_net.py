"""The net: a residual perceptron over the flat encoding, with a head for actions and one for each player's share."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from ludex._game import Game

__all__ = ["Net", "NetConfig"]

_MOST_OF_ONE = 64
"""Slots whose numbers go further are taken by their logarithm."""


@dataclass(frozen=True)
class NetConfig:
    """The size of a net."""

    width: int = 128
    blocks: int = 2


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        added: torch.Tensor = self.outer(torch.relu(self.inner(self.norm(x))))
        return x + added


class Net(nn.Module):
    """Gives a logit for each action and, between 0 and 1, the share in the victory of each player."""

    scale: torch.Tensor
    is_wide: torch.Tensor

    def __init__(self, game: Game, config: NetConfig = NetConfig()) -> None:
        super().__init__()
        self.config = config
        most = torch.tensor([max(abs(slot.low), abs(slot.high), 1.0) for slot in game.slots])
        wide = most > _MOST_OF_ONE
        self.register_buffer("is_wide", wide.float())
        self.register_buffer("scale", 1 / torch.where(wide, torch.log1p(most), most))
        width = config.width
        self.enter = nn.Linear(len(most), width)
        self.blocks = nn.ModuleList(_Block(width) for _ in range(config.blocks))
        self.leave = nn.LayerNorm(width)
        self.policy = nn.Linear(width, len(game.actions))
        self.value = nn.Linear(width, game.max_players)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, shares = self.raw(observations)
        return logits, torch.sigmoid(shares)

    def raw(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """As `forward`, with the shares before the sigmoid, for the loss."""
        small = observations * (1 - self.is_wide)
        large = torch.sign(observations) * torch.log(1 + torch.abs(observations)) * self.is_wide
        x = torch.relu(self.enter((small + large) * self.scale))
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.leave(x))
        return self.policy(x), self.value(x)
