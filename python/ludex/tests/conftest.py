"""What the tests share: small games as texts, and those of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"

PASSING = {
    "game.yaml": "title: Passing\nedition: 2\nplayers: { min: 1, max: 3 }\n",
    "passing.rules": (
        "var passes per player: int 0..9\n"
        "setup { }\n"
        'action go_on "go on" {\n  require passes < 5 "that is enough"\n  gain 1 passes\n}\n'
        'action rest "rest" { }\n'
        "play { repeat 3 { for each p in players { as p { offer you: go_on or rest } } } }\n"
        "result { score passes high }\n"
    ),
}


@pytest.fixture(scope="session")
def passing() -> ludex.Game:
    return ludex.load(PASSING)


@pytest.fixture(scope="session")
def noah() -> ludex.Game:
    return ludex.load("noah")


@pytest.fixture(scope="session")
def kuhn() -> ludex.Game:
    return ludex.load(EXAMPLES / "kuhn_poker")
