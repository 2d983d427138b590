"""Games and positions, as a program uses them."""

from __future__ import annotations

import copy
from html.parser import HTMLParser
from typing import Any

import pytest

import ludex
from conftest import EXAMPLES, PASSING, ROOT

FOLDERS = [str(ROOT / folder) for folder in ("benches/games/connect_four", "examples/kuhn_poker", "examples/beacons")]


def test_shipped_games_are_those_of_the_repository() -> None:
    assert ludex.shipped() == sorted(path.name for path in (ROOT / "games").iterdir())


def test_a_game_of_a_folder_is_the_shipped_one(noah: ludex.Game) -> None:
    assert ludex.load(ROOT / "games" / "noah").hash == noah.hash
    assert (noah.min_players, noah.max_players) == (2, 5)
    assert noah.options["frog"] == [False, True]


def test_a_mistake_is_a_diagnostic() -> None:
    texts = {**PASSING, "passing.rules": PASSING["passing.rules"].replace("gain 1 passes", "gain 1 pases")}
    (found,) = ludex.check(texts)
    assert (found.code, found.severity, found.file, found.line) == ("N01", "error", "passing.rules", 5)
    assert "passes" in str(found)
    with pytest.raises(ludex.LudexError) as error:
        ludex.load(texts)
    assert error.value.code == "broken_game"
    assert error.value.details[0]["code"] == "N01"
    assert ludex.check(PASSING) == []
    assert ludex.explain("N01")
    assert ludex.explain("nothing") is None


def test_a_game_is_played_by_number_label_and_value(passing: ludex.Game) -> None:
    position = passing.new(2, seed=4)
    decision = position.decision
    assert decision is not None
    assert (decision.player, [option.label for option in decision.options]) == (0, ["go_on", "rest"])
    position.apply(0).apply("rest").apply(decision.options[0]).apply({"action": "go_on", "args": {}})
    assert position.view()["players"][0]["vars"] == {"passes": 2}
    assert position.choice_count == 4
    assert position.undo().choice_count == 3
    assert any("go_on" in line for line in position.events(1))
    while not position.is_over:
        position.apply(0)
    result = position.result
    assert result is not None
    assert (result.scores, result.winners) == ([3, 2], [0])
    assert position.decision is None


def test_why_not_tells_the_requirement(passing: ludex.Game) -> None:
    explanation = passing.new(1).why_not("go_on")
    assert (explanation.legal, explanation.verdict, explanation.reasons) == (True, "legal", [])
    (requirement,) = explanation.requirements
    assert (requirement.reason, requirement.holds, requirement.line) == ("that is enough", True, 4)


def test_a_clone_goes_its_own_way(noah: ludex.Game) -> None:
    position = noah.new(3, seed=1)
    for copied in (position.clone(), copy.copy(position), copy.deepcopy(position)):
        copied.apply(0)
        assert (copied.choice_count, position.choice_count) == (1, 0)


def test_a_save_is_the_same_position(noah: ludex.Game) -> None:
    position = noah.new(3, seed=1)
    position.playout(seed=2, most=20)
    again = noah.load(position.save())
    assert again.view() == position.view()
    assert again.undo().choice_count < position.choice_count
    with pytest.raises(ludex.LudexError) as error:
        ludex.load("jump_gate").load(position.save())
    assert error.value.code == "bad_save"


def test_a_world_looks_the_same_to_its_player(noah: ludex.Game) -> None:
    position = noah.new(3, seed=1)
    position.playout(seed=2, most=9)
    world = position.determinize(1, seed=5)
    assert world.view(1) == position.view(1)
    assert world.view() != position.view()


def test_a_bot_is_asked(noah: ludex.Game) -> None:
    position = noah.new(2, seed=1)
    decision = position.decision
    assert decision is not None
    thoughts = position.best("ismcts:60", seed=1)
    assert thoughts == position.best("ismcts:60", seed=1)
    assert thoughts.playouts == 60
    assert len(thoughts.gains) == len(decision.options) > thoughts.option


def test_rulings_are_played() -> None:
    results = ludex.load(EXAMPLES / "leduc_poker").rulings()
    assert len(results) == 2
    assert all(result.passed for result in results), results
    texts = {**PASSING, "rulings/one.ruling.yaml": "id: one\nasks: Does one win?\nsays: No.\ngiven: { players: 1 }\nplay: [\"P0: rest\"]\nexpect: [P0.passes == 1]\n"}
    (result,) = ludex.load(texts).rulings()
    assert (result.id, result.verdict) == ("one", "failed")
    assert "P0.passes" in result.found


def test_a_notebook_shows_what_the_player_sees(noah: ludex.Game) -> None:
    position = noah.new(2, seed=1)
    shown = position._repr_html_()
    decision = position.decision
    assert decision is not None
    assert "load an animal" in shown and shown.count("<li>") == len(decision.options)
    assert shown.count("class='picture'") >= len(position.view()["players"][decision.player]["places"]["hand"])
    # What the player can't know is in no letter of it.
    for seed in range(3):
        assert position.determinize(decision.player, seed=seed)._repr_html_() == shown


@pytest.mark.parametrize("name", [*ludex.shipped(), *FOLDERS])
def test_a_notebook_draws_every_game_from_begin_to_end(name: str) -> None:
    game = ludex.load(name)
    position = game.new(seed=1)
    while not position.is_over:
        decision = position.decision
        assert decision is not None
        shown = parsed(position._repr_html_())
        assert shown.count("li") == len(decision.options)
        position.playout(seed=2, most=25)
    assert "The game is over" in position._repr_html_()


def parsed(page: str) -> list[str]:
    """The names of a page's elements; each is closed where it should be."""
    names: list[str] = []
    is_open: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            names.append(tag)
            is_open.append(tag)

        def handle_startendtag(self, tag: str, attrs: Any) -> None:
            names.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert is_open.pop() == tag

    Reader().feed(page)
    assert not is_open
    return names
