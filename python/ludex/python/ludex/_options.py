"""Options of games as the native part takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Options", "plain_options"]

Options = Mapping[str, Any]
"""The values of options, by name."""


def plain_options(options: Options | None) -> dict[str, Any] | None:
    """Returns options as a dict; `None` leaves all of them at their defaults."""
    return None if options is None else dict(options)
