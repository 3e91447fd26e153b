"""A process in which one agent plays: answers the lines of `src/isolated.rs`."""

import os
import sys
from pathlib import Path

if not __package__:
    # Started by the path of this file: the modules beside it must not hide those of the standard library.
    # The program that starts it says where it looks for modules.
    sys.path[:] = sys.argv[1].split(os.pathsep) if len(sys.argv) > 1 else sys.path[1:]
    package = str(Path(__file__).resolve().parent.parent)
    if package not in sys.path:
        sys.path.append(package)

from treebench import _native


def main() -> None:
    lines = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What the agent reads or prints is none of this conversation.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    worker = _native.Worker()
    for line in lines:
        print(worker.answer(line), file=answers, flush=True)


if __name__ == "__main__":
    main()
