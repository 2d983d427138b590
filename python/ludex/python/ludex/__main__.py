"""The command: `ludex`, or `python -m ludex`."""

from __future__ import annotations

import signal
import sys

from ludex import _native


def main() -> None:
    """Runs the command with the arguments of this process.

    Ctrl-C ends it as it ends the binary: Python's own handler would wait for the command to return.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.command(["ludex", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
