"""Long work that a signal ends: the signal's exception carries what was done so far."""

from __future__ import annotations

from typing import Any

__all__ = ["with_partial"]


def with_partial(stopped: BaseException, partial: Any) -> BaseException:
    """Returns an exception with what was done so far in its attribute `partial`."""
    setattr(stopped, "partial", partial)
    return stopped
