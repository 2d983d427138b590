"""The curves of a run as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

__all__ = ["draw"]


def draw(curves: list[dict[str, Any]], path: Path, title: str) -> None:
    """Draws losses above and shares against bots below, over iterations."""
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 7), sharex=True)
    for name in ("policy_loss", "value_loss"):
        above.plot([point["iteration"] for point in curves], [point[name] for point in curves], label=name.replace("_", " "))
    names = dict.fromkeys(name for point in curves for name in point if name.startswith("share."))
    for name in names:
        met = [point for point in curves if name in point]
        label = f"against {name.removeprefix('share.')}"
        below.plot([point["iteration"] for point in met], [point[name] for point in met], marker="o", label=label)
    above.set(title=title, ylabel="loss")
    below.set(xlabel="iteration", ylabel="share in the victory", ylim=(-0.02, 1.02))
    for axes in (above, below):
        axes.grid(alpha=0.3)
        if axes.lines:
            axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
