"""`python -m treebench` is `bench`."""

import sys
from pathlib import Path

if not __package__:
    # Started by the path of this file: the modules beside it must not hide those of the standard library.
    del sys.path[0]
    package = str(Path(__file__).resolve().parent.parent)
    if package not in sys.path:
        sys.path.append(package)

from treebench.command import main

sys.exit(main())
