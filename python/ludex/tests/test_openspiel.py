"""OpenSpiel plays ludex's games, and finds in them what it knows of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludex
from conftest import EXAMPLES

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts  # noqa: E402

from ludex.openspiel import LudexGame, register, register_all  # noqa: E402


def example(name: str, **settings: Any) -> LudexGame:
    return LudexGame(ludex.load(EXAMPLES / name), reward="score", zero_sum=True, **settings)


def test_shipped_games_are_registered() -> None:
    names = register_all()
    assert names == [f"python_ludex_{name}" for name in ludex.shipped()]
    for name in names:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        assert state.legal_actions()


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice", "goofspiel"])
def test_random_sim(name: str) -> None:
    game = pyspiel.load_game(register(EXAMPLES / name, reward="score"))
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


def test_random_sim_of_a_shipped_game() -> None:
    game = pyspiel.load_game(register("noah"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


# ---- State by state as OpenSpiel's own ----


def kuhn_chance(outcome: int, dealt: list[int]) -> int:
    """OpenSpiel deals a card by its number, ludex one of those that are left."""
    return sorted(set(range(3)) - set(dealt)).index(outcome)


def same_trees(ours: Any, theirs: Any, actions: dict[int, int], dealt: list[int], cards: int) -> int:
    """Walks both trees together; returns the number of states."""
    assert ours.is_terminal() == theirs.is_terminal(), str(ours)
    if theirs.is_terminal():
        assert ours.returns() == theirs.returns(), f"{ours} {theirs}"
        return 1
    assert ours.is_chance_node() == theirs.is_chance_node(), str(ours)
    states = 1
    if theirs.is_chance_node():
        outcomes = theirs.chance_outcomes()
        assert len(ours.chance_outcomes()) == len(outcomes)
        for (outcome, chance), (_, own_chance) in zip(outcomes, ours.chance_outcomes()):
            assert chance == pytest.approx(own_chance)
            own = sorted(set(range(cards)) - set(dealt)).index(outcome)
            next_ours, next_theirs = ours.child(own), theirs.child(outcome)
            states += same_trees(next_ours, next_theirs, actions, [*dealt, outcome], cards)
        return states
    assert ours.current_player() == theirs.current_player()
    assert sorted(actions[action] for action in ours.legal_actions()) == theirs.legal_actions()
    for action in ours.legal_actions():
        states += same_trees(ours.child(action), theirs.child(actions[action]), actions, dealt, cards)
    return states


def test_kuhn_is_openspiels() -> None:
    ours, theirs = example("kuhn_poker"), pyspiel.load_game("kuhn_poker")
    names = ours.ludex.actions
    actions = {names.index("pass"): 0, names.index("bet"): 1}
    states = same_trees(ours.new_initial_state(), theirs.new_initial_state(), actions, [], 3)
    assert states == 1 + 3 + 6 + 6 * 8


def test_leduc_is_openspiels() -> None:
    ours, theirs = example("leduc_poker"), pyspiel.load_game("leduc_poker")
    names = ours.ludex.actions
    actions = {names.index(name): n for n, name in enumerate(["fold", "call", "raise"])}
    random = np.random.default_rng(0)
    for _ in range(300):
        same_game(ours, theirs, lambda _, action: actions[action], random, deck=6)


def test_liars_dice_is_openspiels() -> None:
    ours, theirs = example("liars_dice"), pyspiel.load_game("liars_dice")
    names = ours.ludex.actions
    numbers = {names.index(f"number[{n}]"): n - 1 for n in range(1, 13)}
    # With one bid left, to bid is that one.
    actions = {**numbers, names.index("doubt"): 12, names.index("bid"): 11}
    random = np.random.default_rng(0)
    for _ in range(200):
        same_game(ours, theirs, lambda _, action: actions[action], random, skip=names.index("bid"))


def same_game(ours: Any, theirs: Any, their: Any, random: Any, *, deck: int = 0, skip: int = -1) -> None:
    """Plays one game at random in both, which must agree at each state."""
    a, b = ours.new_initial_state(), theirs.new_initial_state()
    dealt: list[int] = []
    while not b.is_terminal():
        assert not a.is_terminal(), str(a)
        assert a.is_chance_node() == b.is_chance_node(), f"{a} {b}"
        if b.is_chance_node():
            outcomes = [outcome for outcome, _ in b.chance_outcomes()]
            assert len(outcomes) == len(a.chance_outcomes())
            outcome = int(random.choice(outcomes))
            left = sorted(set(range(deck)) - set(dealt)) if deck else outcomes
            b.apply_action(outcome)
            a.apply_action(left.index(outcome))
            dealt.append(outcome)
            continue
        assert a.current_player() == b.current_player()
        legal = answers(a, skip)
        assert sorted(their(a, path[-1]) for path in legal) == b.legal_actions(), f"{a} {b}"
        path = legal[int(random.integers(len(legal)))]
        b.apply_action(their(a, path[-1]))
        for action in path:
            a.apply_action(action)
    assert a.is_terminal()
    assert a.returns() == b.returns(), f"{a} {b}"


def answers(state: Any, skip: int) -> list[list[int]]:
    """Whole answers: the action that only begins one is followed by those that may come next."""
    whole = []
    for action in state.legal_actions():
        child = state.child(action)
        # A step that leaves one answer gives it.
        if action == skip and child._lean.choice_count == state._lean.choice_count:
            whole += [[action, *further] for further in answers(child, -1)]
        else:
            whole.append([action])
    return whole


def test_goofspiel_is_openspiels() -> None:
    ours = example("goofspiel", options={"cards": 4})
    parameters = {"num_cards": 4, "points_order": "descending", "returns_type": "total_points"}
    theirs = pyspiel.convert_to_turn_based(pyspiel.load_game("goofspiel", parameters))
    words = ["one", "two", "three", "four"]
    random = np.random.default_rng(0)

    def their(_: Any, action: int) -> int:
        return next(n for n, word in enumerate(words) if f"[{word}_" in ours.ludex.actions[action])

    for _ in range(100):
        same_game(ours, theirs, their, random)


# ---- Its algorithms ----


def test_cfr_finds_the_value_of_kuhn() -> None:
    # It asks for no tensor, and walks the tree a hundred times.
    game = example("kuhn_poker", recall=0)
    solver = cfr.CFRSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert len(policy.state_lookup) == 12
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=0.01)
    assert exploitability.nash_conv(game, policy) < 0.06


def test_searches_run() -> None:
    game = example("kuhn_poker")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=2, random_state=random)
    informed = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, max_simulations=40, evaluator=evaluator, random_state=random
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            state.apply_action(informed.step(state))
    open_game = LudexGame(ludex.load(EXAMPLES / "wardens"), zero_sum=True)
    search = mcts.MCTSBot(open_game, 2.0, 20, evaluator, random_state=random)
    state = open_game.new_initial_state()
    assert search.step(state) in state.legal_actions()


def test_what_a_player_was_shown_tells_its_own_card_alone() -> None:
    game = example("kuhn_poker")
    seen = set()
    for first in range(3):
        for second in range(2):
            state = game.new_initial_state()
            state.apply_action(first)
            state.apply_action(second)
            seen.add((first, state.information_state_string(0)))
            assert state.observation_tensor(0) == state.clone().observation_tensor(0)
    assert len(seen) == 3


# ---- Information states ----


@pytest.mark.parametrize(("name", "games"), [("kuhn_poker", 60), ("leduc_poker", 40), ("liars_dice", 20), ("goofspiel", 10)])
def test_equal_information_states_mean_equal_knowledge(name: str, games: int) -> None:
    game = example(name, **({"options": {"cards": 4}} if name == "goofspiel" else {}))
    random = np.random.default_rng(0)
    by_words: dict[tuple[int, str], tuple[bytes, bytes, list[int]]] = {}
    by_numbers: dict[tuple[int, bytes], str] = {}
    met = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(random.choice([outcome for outcome, _ in state.chance_outcomes()])))
                continue
            player = state.current_player()
            for seat in range(game.num_players()):
                numbers = np.zeros(game.recall * game.width, np.float32)
                state.write_information_state(seat, numbers)
                words, tensor = state.information_state_string(seat), numbers.tobytes()
                seen = state._lean.observation(seat, None).tobytes()
                legal = state.legal_actions() if seat == player else []
                # Who knows the same sees the same, may do the same, and is given the same numbers.
                known = by_words.setdefault((seat, words), (tensor, seen, legal))
                assert known == (tensor, seen, legal)
                # Who is given the same numbers knows the same.
                assert by_numbers.setdefault((seat, tensor), words) == words
                met += 1
            state.apply_action(int(random.choice(state.legal_actions())))
    if name in ("kuhn_poker", "leduc_poker"):
        assert len(by_words) < met


def test_the_tensor_is_openspiels() -> None:
    game = pyspiel.load_game(register(EXAMPLES / "kuhn_poker", reward="score"))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert len(state.information_state_tensor(0)) == np.prod(game.information_state_tensor_shape())
    before = state.information_state_tensor(1)
    state.apply_action(state.legal_actions()[1])
    assert state.information_state_tensor(1) != before


def test_a_past_that_is_too_long_is_told(kuhn: ludex.Game) -> None:
    state = LudexGame(kuhn, recall=1).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="recall=1"):
        state.write_information_state(0, np.zeros(1, np.float32))


def test_what_is_announced_is_part_of_what_a_player_knows() -> None:
    """Two games end in the same view for a player who was told different things on the way."""
    texts = {
        "game.yaml": "title: Words\nedition: 2\nplayers: { min: 2, max: 2 }\n",
        "words.rules": (
            "var said per player: int 0..9\n"
            "setup { }\n"
            'action one "one" { }\n'
            'action two "two" { }\n'
            "play { repeat 2 { for each p in players { as p { offer you: one or two } } } }\n"
            "result { score said high }\n"
        ),
    }
    game = LudexGame(ludex.load(texts))
    one, two = (game.ludex.actions.index(name) for name in ("one", "two"))
    states = []
    for action in (one, two):
        state = game.new_initial_state()
        state.apply_action(action)
        states.append(state)
    assert states[0]._lean.observation(1, None).tolist() == states[1]._lean.observation(1, None).tolist()
    assert states[0].observation_string(1) == states[1].observation_string(1)
    assert states[0].information_state_string(1) != states[1].information_state_string(1)
    tensors = [np.zeros(game.recall * game.width, np.float32) for _ in states]
    for state, tensor in zip(states, tensors):
        state.write_information_state(1, tensor)
    assert (tensors[0] != tensors[1]).any()
