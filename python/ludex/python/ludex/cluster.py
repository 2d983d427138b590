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
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray

from ludex import _native
from ludex._game import Game
from ludex._lab import begin_arena, begin_lab, deal_count, seats
from ludex._options import plain_options
from ludex._simulate import Columns, framer
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

_LOOK = 0.02
"""Seconds between two looks for a signal: Ray itself looks once a second while it waits."""

_What = TypeVar("_What")
Range = tuple[int, int]
"""The first number of a shard, and how many there are."""


@dataclass(frozen=True)
class _Job:
    """Games of one sort. Shards of equal jobs fit together."""

    kind: str
    """`simulate`, `arena` or `balance`."""
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
        return (self.kind, self.game.hash, list(self.bots), self.players, self.seed, plain_options(self.options))


# ---- In a worker ----

_games: dict[str, Game] = {}


def _game_of(texts: tuple[str, dict[str, str]], rules: str) -> Game:
    """Returns the game of some rules, read once by each worker. Ray counts a task as one processor, so it is played on one
    thread."""
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    if rules not in _games:
        name, files = texts
        _games[rules] = Game.from_text(files, name)
    return _games[rules]


def _shard(texts: tuple[str, dict[str, str]], arguments: tuple[Any, ...], first: int, count: int) -> pa.Table:
    """Plays a shard."""
    kind, rules, bots, players, seed, options = arguments
    game = _game_of(texts, rules)
    stopped: BaseException | None
    if kind == "simulate":
        columns, stopped = _native.simulate(game._native, players, seed + first, count, options)
        table = pa.table(columns)
    elif kind == "arena":
        rows, stopped = begin_arena(game, bots, players, seed, options).part(first, count)
        table = pa.Table.from_pylist(rows)
    else:
        part, stopped = begin_lab(game, bots, players, seed, options).part(first, count)
        table = pa.table({"first": [first], "count": [count], "counts": [part]})
    if stopped is not None:
        raise stopped
    return table


def _self_play(
    texts: tuple[str, dict[str, str]], rules: str, size: NetConfig, weights: Mapping[str, Any], shard: Shard
) -> Match:
    """Plays a shard of games of a net with itself, or with a bot."""
    import torch

    from ludex.train import Net
    from ludex.train._shards import play_shard

    torch.set_num_threads(1)
    game = _game_of(texts, rules)
    net = Net(game, size)
    # Ray's arrays are shared and can't be written to.
    net.load_state_dict({name: torch.from_numpy(one.copy()) for name, one in weights.items()})
    return play_shard(game, net, "cpu", shard)


# ---- In the driver ----


class _Shards:
    """The shards of a job that are done: each is handed to whoever counts it, and kept in the folder if there is one."""

    def __init__(
        self, job: _Job, folder: str | os.PathLike[str] | None, count: Callable[[Range, pa.Table], None] | None
    ) -> None:
        self.label = job.label()
        self.folder = None if folder is None else Path(folder)
        self.done: set[Range] = set()
        self._count = count
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self.folder.glob("shard-*.parquet")):
                self._found(path)

    def _found(self, path: Path) -> None:
        if (pq.read_schema(path).metadata or {}).get(_KEY) != self.label:
            raise ValueError(f"{path} is of another run: say a folder of its own for each game, version, seed and set of options")
        first, count = path.stem.split("-")[1:]
        shard = (int(first), int(count))
        self.done.add(shard)
        if self._count is not None:
            self._count(shard, pq.read_table(path))

    def missing(self, count: int, size: int) -> Iterator[Range]:
        """The shards that are left of so many games, each of at most `size`; one by one, since they may be millions."""
        at = 0
        for first, done in sorted(self.done):
            yield from _cut(at, min(first, count), size)
            at = max(at, first + done)
        yield from _cut(at, count, size)

    def add(self, shard: Range, table: pa.Table) -> None:
        if self.folder is not None:
            path = self.folder / f"shard-{shard[0]}-{shard[1]}.parquet"
            # A file is whole or not there: a run may be ended while it is written.
            written = path.with_suffix(".part")
            pq.write_table(table.replace_schema_metadata({_KEY: self.label}), written)
            os.replace(written, path)
        if self._count is not None:
            self._count(shard, table)
        self.done.add(shard)

    def count(self) -> int:
        return sum(count for _, count in self.done)


def _cut(first: int, end: int, size: int) -> Iterator[Range]:
    return ((at, min(size, end - at)) for at in range(first, end, size))


def _play(job: _Job, count: int, shard: int, shards: _Shards, progress: Progress, retries: int) -> None:
    """Does all shards that are missing, many at once."""
    if shard < 1:
        raise ValueError(f"a shard has at least one game, not {shard}")
    if shards.count() > count:
        raise ValueError(f"the folder has {shards.count()} games already, more than {count}")
    _join()
    told = _teller(progress)
    told(shards.count(), count)
    texts = ray.put((job.game.name, job.game.texts))
    task = _task(_shard, retries)
    left = shards.missing(count, shard)

    def submit() -> tuple[Range, Any] | None:
        following = next(left, None)
        return None if following is None else (following, task.remote(texts, job.arguments(), *following))

    with closing(_finished(submit)) as finished:
        for done, table in finished:
            shards.add(done, table)
            told(shards.count(), count)


def _task(work: Callable[..., Any], retries: int) -> Any:
    """Returns work as a task of one processor, which is done again where a worker is lost."""
    return ray.remote(num_cpus=1, max_retries=retries)(work)


def _finished(submit: Callable[[], tuple[_What, Any] | None]) -> Generator[tuple[_What, Any], None, None]:
    """Submits tasks until there are no more, some for each processor at once; gives what each of them was submitted for and
    what came of it, whichever is done first. Whoever ends it early cancels those on the way."""
    running: dict[Any, Any] = {}
    try:
        while True:
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
            most = _WAITING * max(1, int(resources.get("CPU", 1)))
            while len(running) < most and (following := submit()) is not None:
                running[following[1]] = following[0]
            if not running:
                return
            ready: list[Any] = []
            while not ready:
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_LOOK)
            for one in ready:
                # Taken off the workers at once: what lies on a node is lost with it, and done again.
                yield running.pop(one), ray.get(one)
    finally:
        for one in running:
            ray.cancel(one, force=False)


def _join() -> None:
    """Joins the cluster of this process, or begins one."""
    if not ray.is_initialized():
        ray.init(log_to_driver=False)


@contextmanager
def _partial(of: Callable[[], Any]) -> Iterator[None]:
    """Gives an interrupt what was done so far."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        raise with_partial(stopped, of()) from None


def _teller(progress: Progress, what: str = "games") -> Callable[[int, int], None]:
    if callable(progress):
        return progress
    last = [0.0]

    def tell(done: int, of: int) -> None:
        now = time.monotonic()
        if progress and (now - last[0] > 1 or done == of):
            last[0] = now
            print(f"\r{done:,} of {of:,} {what}", end="\n" if done == of else "", file=sys.stderr, flush=True)

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
    make = framer(frame)
    if folder is None and not collect:
        raise ValueError("without a folder the rows must be collected")
    job = _Job("simulate", game, (), game.min_players if players is None else players, seed, options)
    tables: dict[Range, pa.Table] = {}

    def rows() -> Any:
        return make(_columns([tables[shard] for shard in sorted(tables)])) if collect else None

    shards = _Shards(job, folder, tables.__setitem__ if collect else None)
    with _partial(rows):
        _play(job, games, shard, shards, progress, retries)
    return rows()


def _columns(tables: Sequence[pa.Table]) -> Columns:
    if not tables:
        return {}
    return {name: np.concatenate([table[name].to_numpy() for table in tables]) for name in tables[0].column_names}


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
    playing = begin_arena(game, bots, job.players, seed, options)
    shards = _Shards(job, folder, lambda _, table: playing.add(table.to_pylist()))
    with _partial(playing.standings):
        _play(job, games, shard, shards, progress, retries)
    return playing.standings()


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
    configuration alone, not on the workers. Progress counts iterations. Ctrl-C ends it: the exception's `partial` has a row of
    the curves for each iteration that was kept.
    """
    from ludex.train import Trainer

    told = _teller(progress, "iterations")
    texts = (game.name, game.texts)

    def play_shards(_: Game, net: Net, __: str, shards: Sequence[Shard]) -> list[Match]:
        weights = ray.put({name: one.cpu().numpy() for name, one in net.state_dict().items()})
        task = _task(_self_play, retries)
        left = iter(enumerate(shards))

        def submit() -> tuple[int, Any] | None:
            n, following = next(left, (0, None))
            return None if following is None else (n, task.remote(texts, game.hash, net.config, weights, following))

        with closing(_finished(submit)) as finished:
            played = dict(finished)
        return [played[n] for n in range(len(shards))]

    _join()
    trainer = Trainer(game, folder, config, device, play_shards)
    trainer.resume()
    with _partial(lambda: trainer.curves[: trainer.saved]):
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
    lab = begin_lab(game, bots, job.players, seed, options)
    shards = _Shards(job, folder, lambda _, table: _add_parts(lab, table))
    with _partial(lambda: lab.report() if lab.deals else None):
        _play(job, deal_count(lab, games), shard, shards, progress, retries)
    return lab.report()


def _add_parts(lab: _native.Lab, table: pa.Table) -> None:
    for text in table["counts"].to_pylist():
        lab.add(text)
