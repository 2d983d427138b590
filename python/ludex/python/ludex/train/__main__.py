"""`python -m ludex.train GAME`: trains a net by self-play, in a folder that it goes on in."""

from __future__ import annotations

import argparse
import shlex
import sys
import time

import torch

import ludex
from ludex.train._curves import draw
from ludex.train._net import NetConfig
from ludex.train._onnx import export
from ludex.train._play import Search
from ludex.train._run import Config, Trainer


def arguments() -> argparse.ArgumentParser:
    usual = Config()
    parser = argparse.ArgumentParser(
        prog="python -m ludex.train",
        description="Trains a net for a game by self-play from its rules alone. Ctrl-C keeps the last checkpoint; the same "
        "command goes on from it.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="a shipped game, or the folder of one")
    parser.add_argument("--folder", default="run", help="where checkpoint, curves and model.onnx are kept")
    parser.add_argument("--iterations", type=int, default=100, help="iterations in all, those before a pause included")
    parser.add_argument("--minutes", type=float, help="the longest time of this call")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--players", type=int, help="the number of players [two, or the fewest]")
    parser.add_argument("--games", type=int, default=usual.games, help="games of self-play in an iteration")
    parser.add_argument("--playouts", type=int, default=usual.search.playouts, help="simulations of a decision")
    parser.add_argument("--drawn", type=int, default=usual.search.drawn, help="choices of a game that are drawn by visits")
    parser.add_argument("--opening", type=int, default=usual.search.opening, help="most choices at random to begin with")
    parser.add_argument("--trust", type=float, default=usual.search.trust, help="the part of the search in values to learn")
    parser.add_argument("--teacher", metavar="BOT", help="a search bot that plays the games of the first iterations")
    parser.add_argument("--lessons", type=int, default=usual.lessons, help="the number of those iterations")
    parser.add_argument("--width", type=int, default=usual.net.width, help="width of the net")
    parser.add_argument("--blocks", type=int, default=usual.net.blocks, help="residual blocks of the net")
    parser.add_argument("--channels", type=int, default=usual.net.channels, help="channels of boards with places in the plane")
    parser.add_argument("--steps", type=int, default=usual.steps, help="steps of learning in an iteration")
    parser.add_argument("--rows", type=int, default=usual.rows, help="positions in a step")
    parser.add_argument("--rate", type=float, default=usual.rate, help="learning rate")
    parser.add_argument("--window", type=int, default=usual.window, help="positions that are remembered")
    parser.add_argument("--opponents", nargs="*", default=list(usual.opponents), metavar="BOT", help="bots of the arena")
    parser.add_argument("--arena", type=int, default=usual.arena, help="games against each of them")
    parser.add_argument("--arena-playouts", type=int, default=usual.arena_playouts, help="simulations of a decision there")
    parser.add_argument("--arena-every", type=int, default=usual.arena_every, help="iterations between two arenas")
    parser.add_argument("--threads", type=int, help="threads of PyTorch")
    parser.add_argument("--device", help="where PyTorch computes [an accelerator if it sees one]")
    return parser


def configured(asked: argparse.Namespace) -> Config:
    return Config(
        seed=asked.seed,
        players=asked.players,
        net=NetConfig(asked.width, asked.blocks, asked.channels),
        games=asked.games,
        search=Search(
            playouts=asked.playouts, noise=True, drawn=asked.drawn, opening=asked.opening, trust=asked.trust
        ),
        teacher=asked.teacher,
        lessons=asked.lessons,
        steps=asked.steps,
        rows=asked.rows,
        rate=asked.rate,
        window=asked.window,
        opponents=tuple(asked.opponents),
        arena=asked.arena,
        arena_playouts=asked.arena_playouts,
        arena_every=asked.arena_every,
    )


def finish(trainer: Trainer) -> None:
    """Writes what people and the command want of the last checkpoint."""
    draw(trainer.curves, trainer.folder / "curves.png", f"{trainer.game.name}, seed {trainer.config.seed}")
    command = shlex.join(["python", "-m", "ludex.train", *sys.argv[1:]])
    notes = {"ludex.command": command, "ludex.iterations": str(trainer.iteration)}
    path = export(trainer.net, trainer.game, trainer.folder / "model.onnx", **notes)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def main() -> int:
    asked = arguments().parse_args()
    if asked.threads:
        torch.set_num_threads(asked.threads)
    try:
        game = ludex.load(asked.game)
        trainer = Trainer(game, asked.folder, configured(asked), asked.device)
        resumed = trainer.resume()
    except (ludex.LudexError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    parameters = sum(one.numel() for one in trainer.net.parameters())
    print(f"{game.name}: {parameters:,} parameters on {trainer.device}, {len(game.slots)} slots, {len(game.actions)} actions")
    if resumed:
        print(f"goes on after iteration {trainer.iteration}")
    end = None if asked.minutes is None else time.monotonic() + 60 * asked.minutes
    try:
        while trainer.iteration < asked.iterations and (end is None or time.monotonic() < end):
            point = trainer.step()
            trainer.save()
            print(", ".join(f"{name} {value}" for name, value in point.items()), flush=True)
    except KeyboardInterrupt:
        print(f"\nstopped: the checkpoint is that of iteration {trainer.saved}", file=sys.stderr)
        return 130
    except ludex.LudexError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if trainer.iteration:
        finish(trainer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
