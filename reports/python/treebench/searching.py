"""One search from a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _native
from .frames import frame


@dataclass(frozen=True)
class Search:
    """What a search found. Means are those of the player who searches, on the scale from 0 (worst) to 1 (best)."""

    #: The position searched: outcomes of chance are drawn until it is a player's turn.
    position: str
    #: These outcomes.
    drawn: list[str]
    #: The player who searches.
    player: int
    #: The move chosen.
    move: str
    #: The principal variation, in notation; empty if the agent cannot tell.
    line: list[str]
    #: The moves at the root, best first: `move`, `visits`, `share` of all visits, `mean`, proven `bounds`, `proof_numbers` (None for infinite).
    root: list[dict[str, Any]]
    #: Iterations spent.
    iterations: int
    #: Nodal states computed.
    states: int
    #: Seconds of wall time.
    seconds: float
    #: Nodes of the tree.
    nodes: int
    #: Bytes of the tree.
    bytes: int
    #: The proven bounds of the score on [0, 1], if the agent keeps bounds.
    bounds: Optional[tuple[float, float]]
    #: The proof numbers of the root, None for infinite.
    proof_numbers: list[Optional[int]]

    @property
    def value(self) -> Optional[float]:
        """The mean of the chosen move; None if the agent does not report it."""
        return next((row["mean"] for row in self.root if row["move"] == self.move), None)

    def table(self, library: Optional[str] = None) -> Any:
        """The moves at the root as a frame; `library` is "polars", "pandas" or "plain"."""
        names = ("move", "visits", "share", "mean")
        return frame({name: [row[name] for row in self.root] for name in names}, library)


def search(
    position: _native.Position,
    agent: str,
    *,
    iterations: Optional[int] = None,
    states: Optional[int] = None,
    seconds: Optional[float] = None,
    seed: int = 0,
    params: Optional[Mapping[str, Union[bool, int, float, str]]] = None,
    **others: Union[bool, int, float, str],
) -> Search:
    """Searches from a position with a registered agent; the position is not changed.

    The budget is a number of iterations (by default 1000) or of nodal states, or wall time in seconds. Under a counted budget the same seed gives the
    same result: that of `bench search` with the same seed. The other arguments are parameters, whose names are those in TOML with `_` for `-`; `params` has
    those that are called as an argument: `params={"iterations": 1000}`. The interpreter runs other threads meanwhile, and Ctrl-C ends the search.

    Raises ValueError for unknown names, wrong parameters and a game that is over (`GameOverError`), and `AgentError` if the agent fails.
    """
    return Search(**_native.search(position, agent, (iterations, states, seconds), seed, {**(params or {}), **others}))
