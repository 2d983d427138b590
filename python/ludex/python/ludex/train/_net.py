"""The net: it sees the table from the seat of whoever decides, boards as planes and all else as a row of numbers.

Planes go through residual convolutions, so that a line is a line wherever it lies; the row goes through a residual perceptron.
Both meet in one layer, from which the heads read: a logit for each action, and the share of each player.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import torch
from torch import nn

from ludex._game import Game, Slot

__all__ = ["Net", "NetConfig"]

_MOST_OF_ONE = 64
"""Slots whose numbers go further are taken by their logarithm."""
_LEAST_SIDE = 3
"""Boards that are narrower are no planes: there is nothing that moving a window over them could share."""
_REDUCED = 8
"""Channels that remain of each space before the planes meet the row."""
_PLAYER = re.compile(r"(?<![A-Za-z0-9_])P(\d+)(?=[\].])")


@dataclass(frozen=True)
class NetConfig:
    """The size of a net."""

    width: int = 128
    """Width of the perceptron."""
    blocks: int = 2
    """Residual blocks, of the perceptron and of the convolutions of each board."""
    channels: int = 32
    """Channels of the convolutions."""


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        added: torch.Tensor = self.outer(torch.relu(self.inner(self.norm(x))))
        return x + added


class _PlaneBlock(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Conv2d(channels, channels, 3, padding=1)
        self.outer = nn.Conv2d(channels, channels, 3, padding=1)
        # Without a norm a block begins as the identity (Zhang, Dauphin and Ma, "Fixup initialization", 2019).
        for weights in self.outer.parameters():
            nn.init.zeros_(weights)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.outer(torch.relu(self.inner(x))))


class _Board(nn.Module):
    """A board as planes, one for each feature of its spaces, with the row's knowledge at each space."""

    where: torch.Tensor

    def __init__(self, slots: list[Slot], board: str, row: int, config: NetConfig) -> None:
        super().__init__()
        spaces = [(n, slot.space) for n, slot in enumerate(slots) if slot.space and slot.space.board == board]
        features = list(dict.fromkeys(space.feature for _, space in spaces))
        self.own = [n for n, _ in spaces]
        left, top = (min(space.at[axis] for _, space in spaces) for axis in (0, 1))
        right, bottom = (max(space.at[axis] for _, space in spaces) for axis in (0, 1))
        self.shape = (len(features) + 1, bottom - top + 1, right - left + 1)
        # What is nowhere is 0, which stands behind the last slot; behind that is 1, for the plane that says what is a space.
        where = torch.full(self.shape, len(slots), dtype=torch.long)
        for n, space in spaces:
            x, y = space.at[0] - left, space.at[1] - top
            where[features.index(space.feature), y, x] = n
            where[-1, y, x] = len(slots) + 1
        self.register_buffer("where", where.flatten())
        channels = config.channels
        self.enter = nn.Conv2d(self.shape[0], channels, 3, padding=1)
        self.know = nn.Linear(row, channels)
        self.blocks = nn.ModuleList(_PlaneBlock(channels) for _ in range(config.blocks))
        self.leave = nn.Conv2d(channels, _REDUCED, 1)
        self.width = _REDUCED * self.shape[1] * self.shape[2]

    def forward(self, numbers: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
        """Takes all numbers with 0 and 1 behind them, and the row's part."""
        planes = torch.index_select(numbers, 1, self.where).reshape(-1, *self.shape)
        x = torch.relu(self.enter(planes) + self.know(row).unsqueeze(2).unsqueeze(3))
        for block in self.blocks:
            x = block(x)
        return torch.relu(self.leave(x)).flatten(1)


class Net(nn.Module):
    """Gives a logit for each action and, between 0 and 1, the share in the victory of each player."""

    scale: torch.Tensor
    is_wide: torch.Tensor
    rest: torch.Tensor
    seen: torch.Tensor
    shown: torch.Tensor
    sat: torch.Tensor
    seats: torch.Tensor

    def __init__(self, game: Game, config: NetConfig = NetConfig()) -> None:
        super().__init__()
        self.config = config
        slots, players = game.slots, game.max_players
        most = torch.tensor([max(abs(slot.low), abs(slot.high), 1.0) for slot in slots])
        wide = most > _MOST_OF_ONE
        self.register_buffer("is_wide", wide.float())
        self.register_buffer("scale", 1 / torch.where(wide, torch.log1p(most), most))
        names = [slot.name for slot in slots]
        self._turn_seats(names, game.actions, players)
        boards = [board for board in dict.fromkeys(slot.space.board for slot in slots if slot.space) if _is_plane(slots, board)]
        planes = {n for n, slot in enumerate(slots) if slot.space and slot.space.board in boards}
        self.register_buffer("rest", torch.tensor([n for n in range(len(slots)) if n not in planes]))
        width = config.width
        self.enter = nn.Linear(len(self.rest), width)
        self.blocks = nn.ModuleList(_Block(width) for _ in range(config.blocks))
        self.leave = nn.LayerNorm(width)
        drawn = [_Board(slots, board, width, config) for board in boards]
        self.boards = nn.ModuleList(drawn)
        self.meet = nn.Linear(width + sum(board.width for board in drawn), width) if boards else None
        self.policy = nn.Linear(width, len(game.actions))
        self.value = nn.Linear(width, players)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def _turn_seats(self, names: list[str], actions: list[str], players: int) -> None:
        """Makes the tables that turn the table so that whoever decides sits first: for each number of players and seat, where
        what is shown of a slot, an action or a player comes from and goes to."""
        seen, shown, seats = [], [], []
        for count in range(1, players + 1):
            for seat in range(players):
                turned = [(seat + n) % count if n < count and seat < count else n for n in range(players)]
                back = [turned.index(n) for n in range(players)]
                seen.append(_renamed(names, turned))
                shown.append(_renamed(actions, back))
                seats.append(back)
        # Who sits where counts, whoever looks: who is first to play is no matter of view.
        own = [n for n, name in enumerate(names) if re.fullmatch(r"seat\[P\d+\]", name)]
        for row in seen:
            for n in own:
                row[n] = n
        self.register_buffer("seen", torch.tensor(seen))
        self.register_buffer("shown", torch.tensor(shown))
        self.register_buffer("seats", torch.tensor(seats))
        # The row of these tables, as a weighted sum of the numbers that say who looks and who plays.
        sat = torch.zeros(len(names))
        for n, name in enumerate(names):
            found = re.fullmatch(r"(seat|players)\[P(\d+)\]", name)
            if found:
                sat[n] = int(found[2]) if found[1] == "seat" else players
        self.register_buffer("sat", sat)
        self.players = players

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, shares = self.raw(observations)
        return logits, torch.sigmoid(shares)

    def raw(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """As `forward`, with the shares before the sigmoid, for the loss."""
        turn = torch.clamp((observations * self.sat).sum(1) - self.players, 0, len(self.seen) - 1).round().long()
        observations = torch.gather(observations, 1, self.seen[turn])
        small = observations * (1 - self.is_wide)
        large = torch.sign(observations) * torch.log(1 + torch.abs(observations)) * self.is_wide
        numbers = (small + large) * self.scale
        x = torch.relu(self.enter(torch.index_select(numbers, 1, self.rest)))
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.leave(x))
        if self.meet is not None:
            nothing = torch.zeros_like(numbers[:, :1])
            padded = torch.cat([numbers, nothing, nothing + 1], 1)
            x = torch.relu(self.meet(torch.cat([x, *(board(padded, x) for board in self.boards)], 1)))
        logits, shares = self.policy(x), self.value(x)
        return torch.gather(logits, 1, self.shown[turn]), torch.gather(shares, 1, self.seats[turn])


def _is_plane(slots: list[Slot], board: str) -> bool:
    at = [slot.space.at for slot in slots if slot.space and slot.space.board == board]
    return all(max(one[axis] for one in at) - min(one[axis] for one in at) + 1 >= _LEAST_SIDE for axis in (0, 1))


def _renamed(names: list[str], players: list[int]) -> list[int]:
    """For each name that of another player in the same place, by number; itself where there is none."""
    numbers = {name: n for n, name in enumerate(names)}

    def other(found: re.Match[str]) -> str:
        player = int(found[1])
        return f"P{players[player]}" if player < len(players) else found[0]

    return [numbers.get(_PLAYER.sub(other, name), n) for n, name in enumerate(names)]
