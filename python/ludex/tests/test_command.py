"""The command comes along, in the same version."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata

import pytest

import ludex


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludex", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_one_version() -> None:
    assert ludex.__version__ == metadata.version("ludex")
    assert run("--version").stdout.strip() == f"ludex {ludex.__version__}"


@pytest.mark.parametrize(
    ("arguments", "code"), [(["check", "noah"], 0), (["explain", "N01"], 0), (["check", "--nope"], 2), (["check", "nowhere"], 2)]
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    ran = run(*arguments)
    assert ran.returncode == code, ran
    assert ran.stdout + ran.stderr
