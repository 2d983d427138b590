"""OpenSpiel's MCTSBot (C++) in a seat, by ludex's seat protocol (docs/protocol.md). Needs `pip install open_spiel`.

    ludex --games benches/games arena connect_four mcts:1000 'exec:"python3 benches/open_spiel/mcts_bot.py 1000",time=60s'

Arguments: simulations, then optionally `--uct C` (2 unless said), `--solve` (proven wins and losses count as such), and
`--times FILE`, to which each game adds a line: simulations, seconds of search. It plays `tictactoe` and `connect_four`.
"""

import argparse
import json
import re
import sys
import time

import pyspiel

CHOSE = re.compile(r"^P\d: (?:take|drop) (\w+)$")


def tic_tac_toe(word):
    """`b3` as OpenSpiel counts cells, row by row."""
    return 3 * (int(word[1]) - 1) + "abc".index(word[0])


GAMES = {"tictactoe": ("tic_tac_toe", tic_tac_toe), "connect_four": ("connect_four", int)}

options = argparse.ArgumentParser()
options.add_argument("simulations", type=int)
options.add_argument("--uct", type=float, default=2.0)
options.add_argument("--solve", action="store_true")
options.add_argument("--times")
options = options.parse_args()

simulations, seconds = 0, 0.0
for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "start":
        name, action_of = GAMES[message["game"]]
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        print('{"ready":true}', flush=True)
    elif message["do"] == "choose":
        # Its own answers are in the log, too.
        for chosen in filter(None, map(CHOSE.match, message["log"])):
            state.apply_action(action_of(chosen[1]))
        actions = [action_of(option["label"].split()[-1]) for option in message["options"]]
        assert sorted(actions) == state.legal_actions(), (actions, str(state))
        seed = message["seed"] % 2**31
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            options.uct,
            options.simulations,
            1000,
            options.solve,
            seed,
            False,
        )
        began = time.monotonic()
        action = bot.step(state)
        seconds += time.monotonic() - began
        simulations += options.simulations
        print(json.dumps({"id": message["id"], "option": actions.index(action)}), flush=True)
    elif options.times:
        with open(options.times, "a") as times:
            times.write(f"{simulations} {seconds:.6f}\n")
