"""Runs that outgrow one machine: simulate, arena, balance and self-play as tasks of Ray, a shard of the games each.

The result is that of one machine, bit for bit, whatever the number of workers and the size of shards. A worker that is lost is
no loss: Ray does its shard again elsewhere. With a folder each shard is kept there as a Parquet file once it is done, and a run
that was ended goes on where it was. `ludex sim --seeds A..B` and `ludex merge` do the same by hand, without Ray.

Ray must be running or be there to be started: `ray.init(address="auto")` before the first call joins a cluster.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray

from ludex import _native
from ludex._game import Game
from ludex._lab import seats
from ludex._simulate import check_frame, frame_of
from ludex._stopped import with_partial

if TYPE_CHECKING:
    from ludex.train import Config, Match, Net, NetConfig, Trainer
    from ludex.train._shards import Shard

__all__ = ["Progress", "arena", "balance", "simulate", "train"]

Progress = Union[bool, Callable[[int, int], None]]
"""What is told how many of how many games are done; `True` is a line on stderr, `False` nobody."""

_KEY = b"ludex"
_WAITING = 4
"""Shards that wait or run for each processor of the cluster, so that no worker idles and none of them floods the rest."""

Range = tuple[int, int]
"""The first number of a shard, and how many there are."""


@dataclass(frozen=True)
class _Job:
    """Games of one sort. Shards of equal jobs fit together."""

    kind: str
    """The native function of a shard."""
    game: Game
    bots: tuple[str, ...]
    players: int
    seed: int
    options: Mapping[str, Any] | None

    def label(self) -> bytes:
        """What the file of a shard carries, so that no other job takes it for its own."""
        what = {
            "kind": self.kind,
            "rules": self.game.hash,
            "version": _native.__version__,
            "bots": self.bots,
            "players": self.players,
            "seed": self.seed,
            "options": self.options or {},
        }
        return json.dumps(what, sort_keys=True).encode()

    def arguments(self) -> tuple[Any, ...]:
        options = None if self.options is None else dict(self.options)
        return (self.kind, self.game.hash, list(self.bots), self.players, self.seed, options)


# ---- In a worker ----

_games: dict[str, Game] = {}


def _shard(texts: tuple[str, dict[str, str]], arguments: tuple[Any, ...], first: int, count: int) -> pa.Table:
    """Plays a shard. Ray counts a task as one processor, so it plays on one thread."""
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    kind, rules, bots, players, seed, options = arguments
    if rules not in _games:
        name, files = texts
        _games[rules] = Game.from_text(files, name)
    game = _games[rules]._native
    stopped: BaseException | None
    if kind == "simulate":
        columns, stopped = _native.simulate(game, players, seed + first, count, options)
        table = pa.table(columns)
    elif kind == "arena":
        rows, stopped = _native.arena_games(game, bots, (players, seed), (first, count), options)
        table = pa.Table.from_pylist(rows)
    else:
        part, _, stopped = _native.balance_part(game, bots, (players, seed), (first, count), options)
        table = pa.table({"first": [first], "count": [count], "counts": [part]})
    if stopped is not None:
        raise stopped
    return table


def _self_play(texts: tuple[str, dict[str, str]], size: NetConfig, weights: Mapping[str, Any], shard: Shard) -> Match:
    """Plays a shard of games of a net with itself, or with a bot, on one thread."""
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    import torch

    from ludex.train import Net
    from ludex.train._shards import play_shard

    torch.set_num_threads(1)
    key = json.dumps(texts)
    if key not in _games:
        _games[key] = Game.from_text(texts[1], texts[0])
    game = _games[key]
    net = Net(game, size)
    # Ray's arrays are shared and can't be written to.
    net.load_state_dict({name: torch.from_numpy(one.copy()) for name, one in weights.items()})
    return play_shard(game, net, "cpu", shard)


# ---- In the driver ----


class _Shards:
    """The shards of a job that are done, in memory or in a folder."""

    def __init__(self, job: _Job, folder: str | os.PathLike[str] | None) -> None:
        self.label = job.label()
        self.folder = None if folder is None else Path(folder)
        self.done: dict[Range, Any] = {}
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self.folder.glob("shard-*.parquet")):
                self._found(path)

    def _found(self, path: Path) -> None:
        if (pq.read_schema(path).metadata or {}).get(_KEY) != self.label:
            raise ValueError(f"{path} is of another run: say a folder of its own for each game, version, seed and set of options")
        first, count = path.stem.split("-")[1:]
        self.done[int(first), int(count)] = path

    def missing(self, count: int, size: int) -> list[Range]:
        """The shards that are left of so many games, each of at most `size`."""
        left, at = [], 0
        for first, done in sorted(self.done):
            left += _cut(at, min(first, count), size)
            at = max(at, first + done)
        return left + _cut(at, count, size)

    def add(self, shard: Range, table: pa.Table) -> None:
        if self.folder is None:
            self.done[shard] = table
            return
        path = self.folder / f"shard-{shard[0]}-{shard[1]}.parquet"
        # A file is whole or not there: a run may be ended while it is written.
        written = path.with_suffix(".part")
        pq.write_table(table.replace_schema_metadata({_KEY: self.label}), written)
        os.replace(written, path)
        self.done[shard] = path

    def tables(self) -> Iterator[pa.Table]:
        """The tables of all shards, in order."""
        for _, kept in sorted(self.done.items(), key=lambda item: item[0]):
            yield pq.read_table(kept) if isinstance(kept, Path) else kept

    def count(self) -> int:
        return sum(count for _, count in self.done)


def _cut(first: int, end: int, size: int) -> list[Range]:
    return [(at, min(size, end - at)) for at in range(first, end, size)]


def _play(job: _Job, count: int, shard: int, shards: _Shards, progress: Progress, retries: int) -> None:
    """Does all shards that are missing, many at once."""
    if shard < 1:
        raise ValueError(f"a shard has at least one game, not {shard}")
    if shards.count() > count:
        raise ValueError(f"the folder has {shards.count()} games already, more than {count}")
    told = _teller(progress)
    told(shards.count(), count)
    left = iter(shards.missing(count, shard))
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    texts = ray.put((job.game.name, job.game.texts))
    task = ray.remote(num_cpus=1, max_retries=retries)(_shard)
    running: dict[Any, Range] = {}
    try:
        while True:
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
            most = _WAITING * max(1, int(resources.get("CPU", 1)))
            while len(running) < most and (following := next(left, None)) is not None:
                running[task.remote(texts, job.arguments(), *following)] = following
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1)
            for one in ready:
                # Taken off the workers at once: what lies on a node is lost with it, and done again.
                shards.add(running.pop(one), ray.get(one))
            told(shards.count(), count)
    finally:
        for one in running:
            ray.cancel(one, force=False)


def _teller(progress: Progress) -> Callable[[int, int], None]:
    if callable(progress):
        return progress
    last = [0.0]

    def tell(done: int, of: int) -> None:
        now = time.monotonic()
        if progress and (now - last[0] > 1 or done == of):
            last[0] = now
            print(f"\r{done:,} of {of:,} games", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return tell


def simulate(
    game: Game,
    games: int,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    folder: str | os.PathLike[str] | None = None,
    shard: int = 10_000,
    frame: str | None = None,
    collect: bool = True,
    progress: Progress = True,
    retries: int = 20,
) -> Any:
    """Plays games at random on a cluster: the columns of `ludex.simulate`.

    Without `collect` the rows stay in the folder, for more games than fit into memory: `polars.scan_parquet(folder)`. Ctrl-C ends
    it: the exception's `partial` has the rows of the shards that are done.
    """
    check_frame(frame)
    if folder is None and not collect:
        raise ValueError("without a folder the rows must be collected")
    job = _Job("simulate", game, (), game.min_players if players is None else players, seed, options)
    shards = _Shards(job, folder)
    try:
        _play(job, games, shard, shards, progress, retries)
    except KeyboardInterrupt as stopped:
        raise with_partial(stopped, frame_of(_columns(shards), frame) if collect else None) from None
    return frame_of(_columns(shards), frame) if collect else None


def _columns(shards: _Shards) -> dict[str, Any]:
    tables = list(shards.tables())
    if not tables:
        return {}
    names = tables[0].column_names
    return {name: np.concatenate([table[name].to_numpy() for table in tables]) for name in names}


def arena(
    game: Game,
    bots: Sequence[str],
    games: int = 100,
    *,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    folder: str | os.PathLike[str] | None = None,
    shard: int = 2,
    progress: Progress = True,
    retries: int = 20,
) -> dict[str, Any]:
    """Lets bots play against each other on a cluster: the standings of `ludex.arena`. Budgets of playouts give the same games
    everywhere, budgets of time do not."""
    job = _Job("arena", game, tuple(bots), seats(game, bots, players), seed, options)
    shards = _Shards(job, folder)

    def standings() -> dict[str, Any]:
        rows = [row for table in shards.tables() for row in table.to_pylist()]
        return _native.arena_standings(list(bots), rows)

    try:
        _play(job, games, shard, shards, progress, retries)
    except KeyboardInterrupt as stopped:
        raise with_partial(stopped, standings()) from None
    return standings()


def train(
    game: Game,
    folder: str | os.PathLike[str],
    config: Config,
    iterations: int,
    *,
    device: str | None = None,
    progress: Progress = True,
    retries: int = 20,
) -> Trainer:
    """Trains a net as `ludex.train.Trainer` does, with the games of each iteration on a cluster, `config.shard` of them a task;
    learning stays here. Needs `ludex[train]` on all nodes.

    The folder keeps the checkpoint of each iteration, and the same call goes on from it. Which games are played depends on the
    configuration alone, not on the workers.
    """
    from ludex.train import Trainer

    told = _teller(progress)
    texts = (game.name, game.texts)

    def play_shards(_: Game, net: Net, __: str, shards: Sequence[Shard]) -> list[Match]:
        weights = ray.put({name: one.cpu().numpy() for name, one in net.state_dict().items()})
        task = ray.remote(num_cpus=1, max_retries=retries)(_self_play)
        running = [task.remote(texts, net.config, weights, shard) for shard in shards]
        try:
            played: list[Match] = ray.get(running)
        except BaseException:
            for one in running:
                ray.cancel(one, force=False)
            raise
        return played

    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    trainer = Trainer(game, folder, config, device, play_shards)
    trainer.resume()
    while trainer.iteration < iterations:
        trainer.step()
        trainer.save()
        told(trainer.iteration, iterations)
    return trainer


def balance(
    game: Game,
    games: int = 10_000,
    *,
    bots: Sequence[str] = (),
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    folder: str | os.PathLike[str] | None = None,
    shard: int = 1_000,
    progress: Progress = True,
    retries: int = 20,
) -> dict[str, Any]:
    """Measures on a cluster what each row of a game is worth: the report of `ludex.balance`. Shards and progress count deals,
    each of which is played once by each seat."""
    job = _Job("balance", game, tuple(bots), seats(game, bots, players), seed, options)
    shards = _Shards(job, folder)
    start = (job.players, seed)
    chosen = None if options is None else dict(options)
    deals = _native.balance_deals(game._native, list(bots), start, games, chosen)

    def report() -> dict[str, Any]:
        parts = [text for table in shards.tables() for text in table["counts"].to_pylist()]
        return _native.balance_report(game._native, list(bots), start, parts, chosen)

    try:
        _play(job, deals, shard, shards, progress, retries)
    except KeyboardInterrupt as stopped:
        raise with_partial(stopped, report() if shards.done else None) from None
    return report()
