"""Plays the peers' games side by side: ludex, OpenSpiel's C++ core, and C++ that RBG's generator writes. Outside of CI.

    pip install open_spiel
    cargo build --release
    python3 benches/peers/compare.py --ludex target/release/ludex [--rbg ~/rbg2cpp] [--repetitions 5]

Tic-tac-toe and Connect Four: random games a second, and simulations a second of plain MCTS at the first decision. All sides
take turns and are told by their processor time on one thread, so what else runs on the machine counts little; the figure is
the median. A peer that is not there is left out.

RBG is fetched by whoever runs this: `git clone --recursive https://github.com/marekesz/rbg2cpp && make -C rbg2cpp`, with g++,
flex and make. It plays random games by its own test, which times itself by the clock.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import time
from pathlib import Path

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROOT = Path(__file__).resolve().parents[2]
# The folder of the rules, the name at OpenSpiel, a pattern of the file's name at RBG, random games of a repetition.
GAMES = [
    ("tictactoe", "tic_tac_toe", r"tic_?tac_?toe", 400_000),
    ("connect_four", "connect_four", r"connect_?(4|four)", 100_000),
]
SIMULATIONS = 50_000


def seconds_of_children(run):
    """The processor time that the processes started by `run` took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rate(work, seconds):
    """Work a second, without what comes before play: of so much work, and of twice as much."""
    once, twice = seconds(work), seconds(2 * work)
    return work / (twice - once)


class Ludex:
    def __init__(self, command, game):
        self.command, self.game = command, game

    def playouts(self, games):
        words = ["sim", self.game, "--games", str(games), "--players", "2", "--seed", "1", "--threads", "1"]
        return seconds_of_children(lambda: self.plays(words))

    def search(self, simulations):
        requests = [
            {"do": "new", "game": self.game, "players": 2, "seed": 1},
            {"do": "best", "position": 1, "bot": f"mcts:{simulations},trees=1,lookahead=off,solver=off", "seed": 1},
        ]
        return seconds_of_children(lambda: self.answers(requests))

    def run(self, *words):
        command = [self.command, "--games", str(ROOT / "benches/games"), *words]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, text=True, **pipes)

    def plays(self, words):
        command = self.run(*words)
        _, told = command.communicate()
        if command.returncode:
            raise SystemExit(told)

    def answers(self, requests):
        """A search ends when its input does, so that stays open until all is answered."""
        with self.run("protocol") as server:
            for request in requests:
                server.stdin.write(json.dumps(request) + "\n")
                server.stdin.flush()
                answer = json.loads(server.stdout.readline())
                if not answer["ok"]:
                    raise SystemExit(answer["error"]["message"])
            server.stdin.close()


class OpenSpiel:
    def __init__(self, game):
        self.game = pyspiel.load_game(game)

    def playouts(self, games):
        """One simulation evaluates the first position, by so many random games in C++."""
        return self.step(games, 1)

    def search(self, simulations):
        return self.step(1, simulations)

    def step(self, rollouts, simulations):
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, simulations, 1000, False, 1, False)
        began = time.process_time()
        bot.step(self.game.new_initial_state())
        return time.process_time() - began


class Rbg:
    """Random games alone: its generator has no search."""

    def __init__(self, folder, pattern):
        self.folder = Path(folder)
        examples = (self.folder / "rbgParser/examples").glob("*.rbg")
        names = [path.stem for path in examples if re.fullmatch(pattern, path.stem, re.IGNORECASE)]
        if not names:
            raise SystemExit(f"{folder}/rbgParser/examples has no game like {pattern}")
        self.target = f"simulate_{names[0]}"

    def rate(self):
        ran = subprocess.run(["make", self.target], cwd=self.folder, capture_output=True, text=True, check=True)
        games, milliseconds = re.search(r"performed (\d+) in (\d+) ms", ran.stdout).groups()
        return int(games) * 1000 / int(milliseconds)


def told(rates):
    return f"{statistics.median(rates):,.0f}" if rates else "–"


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--ludex", default=str(ROOT / "target/release/ludex"), help="the command that is measured")
    words.add_argument("--rbg", help="a built clone of rbg2cpp")
    words.add_argument("--repetitions", type=int, default=5)
    words = words.parse_args()
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    print(f"commit {commit.stdout.strip()}, load {os.getloadavg()[0]:.1f}, median of {words.repetitions}")
    print("| a second on one core | ludex | OpenSpiel | RBG |")
    print("| --- | --- | --- | --- |")
    for game, name, pattern, games in GAMES:
        ludex = Ludex(words.ludex, game)
        open_spiel = OpenSpiel(name) if pyspiel else None
        rbg = Rbg(words.rbg, pattern) if words.rbg else None
        rows = {"random games": ([], [], []), "simulations of MCTS": ([], [], [])}
        for _ in range(words.repetitions):
            for side, player in enumerate(filter(None, [ludex, open_spiel])):
                rows["random games"][side].append(rate(games, player.playouts))
                rows["simulations of MCTS"][side].append(rate(SIMULATIONS, player.search))
            if rbg:
                rows["random games"][2].append(rbg.rate())
        for what, rates in rows.items():
            print(f"| {game}, {what} | {' | '.join(map(told, rates))} |", flush=True)


if __name__ == "__main__":
    main()
