"""The command `bench`."""

import signal
import sys

from . import _embedding as _embedding
from . import _native


def main() -> int:
    """Runs `bench` with the arguments of the process and returns its exit code."""
    # Python only notes Ctrl-C until its own code runs again; `bench` ends, or sets a handler of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.bench(sys.argv)
