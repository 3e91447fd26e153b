"""Says to the compiled part who it is: the file whose hash identifies the build, and the command that runs `bench`."""

import sys
from pathlib import Path

from . import _native

_native.embed(_native.__file__, [sys.executable, str(Path(__file__).with_name("__main__.py"))])
