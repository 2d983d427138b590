"""How soon Ctrl-C ends each long call: the median and the longest of some tries.

Usage: python benches/interrupt.py [GAME …]
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

import ludex

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from interrupts import stop, works  # noqa: E402

TRIES = 15


def main() -> None:
    longest: dict[str, float] = {}
    for name in sys.argv[1:] or ludex.shipped():
        for what, work in works(name).items():
            # Waits that differ, so that interrupts come at any moment of the work.
            taken = [1000 * stop(work, 0.15 + 0.013 * n)[0] for n in range(TRIES)]
            longest[what] = max([longest.get(what, 0.0), *taken])
            median, load = statistics.median(taken), os.getloadavg()[0]
            print(f"{name}: {what}: median {median:.0f} ms, longest {max(taken):.0f} ms, load {load:.1f}", flush=True)
    print(f"longest of all: {max(longest.values()):.0f} ms ({max(longest, key=lambda what: longest[what])})")


if __name__ == "__main__":
    main()
