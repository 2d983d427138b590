"""Training by self-play, on tic-tac-toe and on a game with secrets. Run by `.ci/long train`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

import ludex
from ludex import train
from ludex.train._run import Config, Trainer
from ludex.train._shards import Shard, play_shard

ROOT = Path(__file__).resolve().parents[4]
SMALL = Config(
    seed=3,
    net=train.NetConfig(width=32, blocks=1),
    games=16,
    search=train.Search(playouts=16, noise=True, drawn=4),
    steps=10,
    rows=64,
    opponents=(),
)


@pytest.fixture(scope="module")
def tictactoe() -> ludex.Game:
    torch.set_num_threads(1)
    return ludex.load(ROOT / "benches/games/tictactoe")


@pytest.fixture(scope="module")
def kuhn() -> ludex.Game:
    return ludex.load(ROOT / "examples/kuhn_poker")


def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return {name: one.clone() for name, one in trainer.net.state_dict().items()}


def test_a_run_that_was_resumed_is_one_that_never_stopped(tictactoe: ludex.Game, tmp_path: Path) -> None:
    whole = Trainer(tictactoe, tmp_path / "whole", SMALL)
    for _ in range(4):
        whole.step()
    first = Trainer(tictactoe, tmp_path / "parts", SMALL)
    first.step(), first.step()
    first.save()
    second = Trainer(tictactoe, tmp_path / "parts", SMALL)
    assert second.resume()
    assert second.iteration == 2
    second.step(), second.step()
    for name, one in weights(whole).items():
        assert torch.equal(one, weights(second)[name]), name


def test_a_checkpoint_of_other_rules_is_refused(tictactoe: ludex.Game, kuhn: ludex.Game, tmp_path: Path) -> None:
    Trainer(tictactoe, tmp_path, SMALL).save()
    with pytest.raises(ValueError, match="another encoding"):
        Trainer(kuhn, tmp_path, SMALL).resume()


def test_learning_beats_chance(tictactoe: ludex.Game, tmp_path: Path) -> None:
    """By the net's priors alone: one simulation looks no step ahead."""

    def share(trainer: Trainer) -> float:
        search = train.Search(playouts=1)
        return train.play(tictactoe, train.evaluator(trainer.net), 200, search, seed=9_000_000, opponent="random").share

    config = Config(**{**vars(SMALL), "games": 64, "steps": 60, "search": train.Search(playouts=32, noise=True, drawn=6)})
    trainer = Trainer(tictactoe, tmp_path, config)
    before = share(trainer)
    for _ in range(8):
        trainer.step()
    assert share(trainer) > before + 0.15


def test_samples_hold_what_was_legal_and_who_won(kuhn: ludex.Game) -> None:
    net = train.Net(kuhn, train.NetConfig(16, 1))
    played = train.play(kuhn, train.evaluator(net), 20, train.Search(playouts=8), seed=1)
    assert len(played.results) == 20
    assert np.allclose(played.policies.sum(1), 1)
    assert not played.policies[played.masks == 0].any()
    assert set(np.unique(played.values)) <= {0.0, 0.5, 1.0}


def test_games_depend_on_seed_and_net_alone(kuhn: ludex.Game) -> None:
    net = train.Net(kuhn, train.NetConfig(16, 1))
    evaluate = train.evaluator(net)

    def results(games: int) -> list[tuple[int, list[int], list[float]]]:
        return train.play(kuhn, evaluate, games, train.Search(playouts=8, drawn=9), seed=5).results

    assert results(12) == results(12)
    assert [seed for seed, *_ in results(12)] == list(range(5, 17))


def test_a_teacher_shows_what_it_tried(tictactoe: ludex.Game) -> None:
    taught = train.teach(tictactoe, "mcts:200", 30, train.Search(drawn=2, opening=4), seed=3)
    assert len(taught.results) == 30
    assert np.allclose(taught.policies.sum(1), 1)
    assert not taught.policies[taught.masks == 0].any()
    # What follows an opening at random is proved in many positions, so a share says more than who won in the end.
    assert set(np.unique(taught.values)) == {0.0, 0.5, 1.0}


def test_a_run_that_begins_with_lessons_learns_from_the_teacher(tictactoe: ludex.Game, tmp_path: Path) -> None:
    config = Config(**{**vars(SMALL), "games": 64, "steps": 150, "teacher": "mcts:300", "lessons": 2, "rate": 3e-3})
    trainer = Trainer(tictactoe, tmp_path, config)
    first, second = trainer.step(), trainer.step()
    assert second["policy_loss"] < first["policy_loss"]
    by_priors = train.Search(playouts=1)
    play = train.play(tictactoe, train.evaluator(trainer.net), 200, by_priors, seed=9_000_000, opponent="random")
    assert play.share > 0.7


def test_shards_are_the_games_of_one_run(tictactoe: ludex.Game, tmp_path: Path) -> None:
    """Whoever plays the shards, in whatever order: what a run does is the same."""

    def backwards(game: ludex.Game, net: train.Net, device: str, shards: Sequence[Shard]) -> list[train.Match]:
        assert [shard.games for shard in shards] == [6, 6, 4]
        return [play_shard(game, net, device, shard) for shard in reversed(shards)][::-1]

    config = Config(**{**vars(SMALL), "shard": 6})
    here = Trainer(tictactoe, tmp_path / "here", config)
    elsewhere = Trainer(tictactoe, tmp_path / "elsewhere", config, play_shards=backwards)
    for trainer in (here, elsewhere):
        trainer.step(), trainer.step()
    for name, one in weights(here).items():
        assert torch.equal(one, weights(elsewhere)[name]), name


def test_the_table_is_turned_so_that_whoever_decides_sits_first() -> None:
    """Two positions that differ only in who is who look the same, but for the seat itself."""
    game = ludex.load(ROOT / "benches/games/connect_four")
    net = train.Net(game, train.NetConfig(16, 1, 4))
    for weight in net.parameters():
        torch.nn.init.normal_(weight, std=0.2)
    names = [slot.name for slot in game.slots]
    with torch.no_grad():
        for n, name in enumerate(names):
            if name.startswith("seat["):
                net.enter.weight[:, net.rest.tolist().index(n)] = 0
    lean = game.new(players=2, seed=1).lean()
    columns = [game.actions.index(f"column[{n}]") for n in range(7)]
    for column in (3, 2, 3, 4):
        lean.act(columns[column])
    own = lean.observation(0, None)
    swapped = own.copy()
    for n, name in enumerate(names):
        other = name.replace("P0", "P?").replace("P1", "P0").replace("P?", "P1")
        swapped[names.index(other)] = own[n]
    with torch.inference_mode():
        logits, values = net(torch.from_numpy(np.stack([own, swapped])))
    assert torch.allclose(logits[0], logits[1], atol=1e-5)
    assert torch.allclose(values[0], values[1].flip(0), atol=1e-5)
    assert not torch.allclose(values[0], values[1], atol=1e-2)


def test_a_board_becomes_planes_as_it_lies() -> None:
    game = ludex.load(ROOT / "benches/games/connect_four")
    net = train.Net(game, train.NetConfig(16, 1, 4))
    (board,) = net.boards
    assert board.shape == (3, 6, 7)
    lean = game.new(players=2, seed=1).lean()
    lean.act(game.actions.index("column[3]"))
    padded = np.append(lean.observation(0, None), [0, 1])
    planes = padded[board.where.numpy()].reshape(board.shape)
    assert planes[0].sum() == 1 and planes[0, 5, 3] == 1
    assert planes[1].sum() == 0 and planes[2].all()


def test_wrong_numbers_are_refused(tictactoe: ludex.Game) -> None:
    def short(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(observations), 3), np.float32), np.zeros((len(observations), 2), np.float32)

    with pytest.raises(ludex.LudexError) as refused:
        train.play(tictactoe, short, 4)
    assert refused.value.code == "wrong_type"


def test_what_is_no_number_breaks_nothing(tictactoe: ludex.Game) -> None:
    actions = len(tictactoe.actions)

    def none(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.full((len(observations), actions), np.nan, np.float32), np.full((len(observations), 2), np.nan, np.float32)

    assert len(train.play(tictactoe, none, 4).results) == 4


def test_a_game_that_nobody_can_win_is_refused(passing: ludex.Game) -> None:
    net = train.Net(passing, train.NetConfig(8, 1))
    with pytest.raises(ludex.LudexError) as refused:
        train.play(passing, train.evaluator(net), 1, players=1)
    assert refused.value.code == "nothing_to_win"


def test_the_export_says_what_torch_says(tictactoe: ludex.Game, tmp_path: Path) -> None:
    trainer = Trainer(tictactoe, tmp_path, SMALL)
    trainer.step()
    path = train.export(trainer.net, tictactoe, tmp_path / "model.onnx", note="here")
    session = onnxruntime.InferenceSession(str(path))
    kept = session.get_modelmeta().custom_metadata_map
    assert kept["ludex.encoding"] == tictactoe.encoding and kept["note"] == "here"
    for rows in (1, 7, 64):
        observations = np.random.default_rng(rows).random((rows, len(tictactoe.slots)), np.float32)
        with torch.inference_mode():
            said = trainer.net(torch.from_numpy(observations))
        for ours, theirs in zip(said, session.run(None, {"observations": observations})):
            assert np.abs(ours.numpy() - theirs).max() < 1e-4


def command(folder: Path, *more: str) -> list[str]:
    game = str(ROOT / "benches/games/tictactoe")
    small = ["--games", "16", "--playouts", "16", "--width", "32", "--blocks", "1", "--steps", "10", "--threads", "1"]
    return [sys.executable, "-m", "ludex.train", game, "--folder", str(folder), *small, *more]


def test_the_command_leaves_curves_and_a_net(tmp_path: Path) -> None:
    quick = ["--iterations", "2", "--arena-every", "2", "--arena", "4", "--opponents", "random"]
    subprocess.run(command(tmp_path, *quick), check=True, capture_output=True)
    lines = (tmp_path / "curves.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("iteration,positions,policy_loss,value_loss") and len(lines) == 3
    assert (tmp_path / "curves.png").stat().st_size > 1000
    assert (tmp_path / "model.onnx").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals are of Unix")
def test_ctrl_c_keeps_the_last_checkpoint(tmp_path: Path) -> None:
    endless = command(tmp_path, "--iterations", "100000", "--opponents")
    running = subprocess.Popen(endless, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    while not (tmp_path / "checkpoint.pt").exists() and time.monotonic() < end:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "the checkpoint is that of iteration" in said
    kept = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert kept["iteration"] == len(json.loads(kept["curves"])) > 0
