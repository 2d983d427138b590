"""The command: `ludex`, or `python -m ludex`."""

from __future__ import annotations

import sys

from ludex import _native


def main() -> None:
    """Runs the command with the arguments of this process."""
    sys.exit(_native.command(["ludex", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
