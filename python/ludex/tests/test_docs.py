"""The tutorial is a program that runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def trains(block: str) -> bool:
    """Whether a block needs PyTorch, which `tests/train` has: it runs the tutorial whole."""
    return re.search(r"\btrain\.|import train", block) is not None


@pytest.mark.parametrize("page", ["docs/python.md", "README.md", "python/ludex/README.md"])
def test_blocks_run_one_after_the_other(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.chdir(ROOT)
    found = [block for block in blocks(ROOT / page) if not trains(block)]
    assert found
    names: dict[str, Any] = {"__name__": "tutorial"}
    for number, block in enumerate(found):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
