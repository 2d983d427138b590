"""The tutorial from `pip install` to a trained bot, whole."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from conftest import ROOT
from test_docs import blocks


def test_the_tutorial_ends_with_a_trained_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "tutorial"}
    for number, block in enumerate(blocks(ROOT / "docs/python.md")):
        exec(compile(block, f"docs/python.md, block {number}", "exec"), names)
    assert names["trainer"].iteration == 8
    model = Path(names["model"])
    assert onnxruntime.InferenceSession(str(model)).get_inputs()[0].name == "observations"
    assert "torch" in sys.modules
