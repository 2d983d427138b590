"""A run of training: games, learning, arena, in turns; all it needs to go on lies in its folder.

The games of the first iterations may be a search bot's, which knows no more than the rules either (expert iteration: Anthony,
Tian and Barber, "Thinking Fast and Slow with Deep Learning and Tree Search", 2017); then the net plays with itself.
"""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from ludex._game import Game
from ludex.train._net import Net, NetConfig
from ludex.train._play import Match, Search
from ludex.train._shards import PlayShards, Shard, cut, joined, play_here

__all__ = ["Config", "Trainer"]


@dataclass(frozen=True)
class Config:
    """All that a run depends on, but for the game."""

    seed: int = 0
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    net: NetConfig = NetConfig()
    games: int = 128
    """Games of self-play in each iteration."""
    shard: int = 128
    """Most games that are played and evaluated together."""
    search: Search = Search(playouts=64, noise=True, drawn=8)
    teacher: str | None = None
    """The bot that plays the games of the first iterations."""
    lessons: int = 0
    """The number of those iterations."""
    steps: int = 100
    """Steps of learning in each iteration."""
    rows: int = 256
    """Positions in each step."""
    rate: float = 1e-3
    decay: float = 1e-4
    memory: float = 0.999
    """What is left of the averaged weights in each step; they play, and are exported (Polyak averaging)."""
    window: int = 100_000
    """Positions that the replay buffer holds."""
    opponents: tuple[str, ...] = ("random", "mcts:100")
    """Bots that the net meets in the arena."""
    arena: int = 20
    """Games against each of them."""
    arena_every: int = 5
    arena_playouts: int = 64


def _moving(memory: float) -> Callable[[Any, Any, Any], None]:
    """Moves averaged weights towards the last ones, at first faster, since what they began with was chance."""

    def move(averaged: Sequence[torch.Tensor], last: Sequence[torch.Tensor], steps: torch.Tensor | int) -> None:
        part = 1 - min(memory, (1 + int(steps)) / (10 + int(steps)))
        for old, new in zip(averaged, last):
            old.lerp_(new, part)

    return move


class Trainer:
    """A run of training in a folder, begun or gone on with."""

    def __init__(
        self,
        game: Game,
        folder: str | os.PathLike[str],
        config: Config,
        device: str | None = None,
        play_shards: PlayShards = play_here,
    ) -> None:
        self.game, self.config, self.folder = game, config, Path(folder)
        self._play_shards = play_shards
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(config.seed)
        self.learner = Net(game, config.net).to(self.device)
        self._average = AveragedModel(self.learner, multi_avg_fn=_moving(config.memory))
        self.optimizer = torch.optim.AdamW(self.learner.parameters(), lr=config.rate, weight_decay=config.decay)
        self.iteration = self.saved = 0
        self.curves: list[dict[str, Any]] = []
        self._buffer: list[torch.Tensor] = []
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def net(self) -> Net:
        """The net that plays: the average of what was learnt."""
        return cast(Net, self._average.module)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> bool:
        """Goes on from the checkpoint in the folder; false where there is none. It must be of the same rules and settings."""
        if not self.checkpoint.exists():
            return False
        kept = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        for what, own in (("encoding", self.game.encoding), ("config", self._config())):
            if kept[what] != own:
                raise ValueError(f"{self.checkpoint} is of another {what}: {kept[what]}, not {own}")
        self.learner.load_state_dict(kept["learner"])
        self._average.load_state_dict(kept["average"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.iteration, self.curves = kept["iteration"], json.loads(kept["curves"])
        self.saved = self.iteration
        self._buffer = [part.cpu() for part in kept["buffer"]]
        return True

    def save(self) -> None:
        """Keeps all that is needed to go on; who is killed while it writes keeps what was there before."""
        kept = {
            "encoding": self.game.encoding,
            "config": self._config(),
            "learner": self.learner.state_dict(),
            "average": self._average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "iteration": self.iteration,
            "curves": json.dumps(self.curves),
            "buffer": self._buffer,
        }
        beside = self.checkpoint.with_suffix(".new")
        torch.save(kept, beside)
        os.replace(beside, self.checkpoint)
        self.saved = self.iteration
        self._write_curves()

    def step(self) -> dict[str, Any]:
        """One iteration. What it does depends on the checkpoint before it and the configuration alone."""
        began = time.perf_counter()
        config, number = self.config, self.iteration
        # Seeds of games never come twice, in self-play or in the arena.
        first = config.seed * 1_000_000_007 + number * config.games
        teacher = config.teacher if number < config.lessons else None
        played = self._play(config.games, config.search, first, teacher=teacher)
        self._remember(played)
        played_at = time.perf_counter()
        point: dict[str, Any] = {"iteration": number + 1, "positions": len(played.observations), **self._learn(number)}
        if (number + 1) % config.arena_every == 0:
            point.update(self.meet(number))
        point["seconds"] = round(time.perf_counter() - began, 2)
        point["of_games"] = round(played_at - began, 2)
        self.iteration += 1
        self.curves.append(point)
        return point

    def meet(self, number: int) -> dict[str, float]:
        """Meets each opponent; the share of the net."""
        search = Search(playouts=self.config.arena_playouts)
        first = 1_000_000_000_000 + number * self.config.arena
        meetings = {bot: self._play(self.config.arena, search, first, bot) for bot in self.config.opponents}
        return {f"share.{bot}": round(met.share, 4) for bot, met in meetings.items()}

    def _play(self, games: int, search: Search, seed: int, opponent: str | None = None, teacher: str | None = None) -> Match:
        config = self.config
        whole = Shard(games, seed, search, config.players, config.options, opponent, teacher)
        return joined(self._play_shards(self.game, self.net, self.device, cut(whole, config.shard)))

    def _remember(self, played: Match) -> None:
        parts = [torch.from_numpy(a) for a in (played.observations, played.policies, played.values, played.masks)]
        window = self.config.window
        kept = self._buffer or [part[:0] for part in parts]
        self._buffer = [torch.cat(pair)[-window:].contiguous().clone() for pair in zip(kept, parts)]

    def _learn(self, number: int) -> dict[str, float]:
        self.learner.train()
        random = torch.Generator().manual_seed(self.config.seed * 7919 + number)
        sums = np.zeros(2)
        for _ in range(self.config.steps):
            chosen = torch.randint(len(self._buffer[0]), (self.config.rows,), generator=random)
            policy, value = self._losses(*(part[chosen].to(self.device) for part in self._buffer))
            self.optimizer.zero_grad()
            torch.autograd.backward([policy + value])
            torch.nn.utils.clip_grad_norm_(self.learner.parameters(), 1.0)
            self.optimizer.step()
            self._average.update_parameters(self.learner)
            sums += (policy.item(), value.item())
        policy_loss, value_loss = sums / max(1, self.config.steps)
        return {"policy_loss": round(float(policy_loss), 5), "value_loss": round(float(value_loss), 5)}

    def _losses(
        self, observations: torch.Tensor, policies: torch.Tensor, values: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logits, shares = self.learner.raw(observations)
        logits = logits.masked_fill(masks == 0, -1e9)
        policy = -(policies * functional.log_softmax(logits, 1)).sum(1).mean()
        plays = ~torch.isnan(values)
        value = functional.binary_cross_entropy_with_logits(shares[plays], values[plays])
        return policy, value

    def _config(self) -> str:
        return json.dumps(asdict(self.config), sort_keys=True)

    def _write_curves(self) -> None:
        names = list(dict.fromkeys(name for point in self.curves for name in point))
        with open(self.folder / "curves.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(self.curves)
