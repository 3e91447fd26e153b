"""Tables as polars frames, pandas frames, or plain columns."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any


class Table(dict[str, list[Any]]):
    """Columns by their names, all of the same length."""

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self.values()), []))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, each as a dictionary."""
        names = list(self)
        for values in zip(*self.values()):
            yield dict(zip(names, values))


#: The libraries that can make a frame, the preferred one first.
LIBRARIES = ("polars", "pandas")


def frame(columns: dict[str, list[Any]], library: str | None = None) -> Any:
    """Columns as a frame of the library named; without a name, of the first one that is installed, otherwise a `Table`.

    `library` is "polars", "pandas" or "plain".
    """
    if library not in (None, "plain", *LIBRARIES):
        raise ValueError(f"unknown library {library!r}: expected 'polars', 'pandas' or 'plain'")
    if library == "plain":
        return Table(columns)
    for name in LIBRARIES if library is None else (library,):
        try:
            module = importlib.import_module(name)
        except ImportError:
            if library is not None:
                raise
            continue
        if name == "polars":
            return module.DataFrame(columns, strict=False)
        return module.DataFrame(columns)
    return Table(columns)
