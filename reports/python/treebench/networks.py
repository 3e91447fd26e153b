"""Searches with priors and values of a network."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Optional
from weakref import WeakKeyDictionary

from . import _native
from ._scripts import in_one_line
from .agent import Agent

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Evaluator:
    """Priors and values of positions for a search, to be subclassed."""

    #: The maximum number of positions per call of `evaluate`.
    batch = 256
    #: Whether each call has exactly this many, the last ones possibly empty boards: matrix products of other shapes may round differently.
    padded = False

    def evaluate(self, planes: npt.NDArray[np.float32], legal: npt.NDArray[np.bool_]) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Priors and values of positions.

        `planes` has the shape (positions, *game.planes_shape) and `legal` (positions, game.action_size). Priors have the shape of `legal`; only those of
        legal actions count, relative to their sum. Values have the shape (positions,): the expected result of the player to move, from 0 to 1. Numbers
        that are out of range or NaN are a ValueError. The result for a position must not depend on the other positions of the call.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define evaluate(self, planes, legal)")


@dataclass(frozen=True)
class Root:
    """The result of a search with an evaluator; the arrays have one number for each legal action."""

    #: The actions (int32).
    actions: npt.NDArray[np.int32]
    #: The visits of each (int32).
    visits: npt.NDArray[np.int32]
    #: The mean result of each for the player to move, from 0 to 1; NaN if it was not tried (float32).
    means: npt.NDArray[np.float32]
    #: The priors, which sum to 1 (float32).
    priors: npt.NDArray[np.float32]
    #: The mean result; None after a single iteration.
    value: Optional[float]

    @property
    def action(self) -> int:
        """The action tried most often; the first of several."""
        return int(self.actions[self.visits.argmax()])


def puct(positions: Sequence[_native.Position], evaluator: Evaluator, *, iterations: int = 100, exploration: float = 1.25) -> list[Root]:
    """Searches from positions of one game with PUCT, and returns a result for each. The positions are not changed.

    `evaluator.batch` positions are searched in parallel: each call of `evaluate` gets one leaf of each tree. The search is deterministic. For games
    for two without chance and hidden information, whose boards can be drawn; otherwise ValueError. Games are assumed to be constant-sum: a game
    that declares otherwise is a ValueError.
    """
    return [Root(**found) for found in _native.puct(list(positions), evaluator, iterations, exploration)]


class Puct(Agent):
    """An agent that searches with an evaluator and plays the action tried most often: a subclass names the evaluator.

    Concurrent games of an experiment share their calls of `evaluate`, each with one leaf of every running search. One object is therefore the
    evaluator of all instances, and an attribute of the class.
    """

    evaluator: Evaluator

    def __init__(self, exploration: float = 1.25) -> None:
        self.exploration = exploration

    def choose(self, position: _native.Position, budget: _native.Budget, rng: random.Random) -> int:
        return Root(**_native.puct_turn(position, self.evaluator, budget, self.exploration)).action


#: How many calls for several games failed, by the class of the evaluator.
_FAILED: WeakKeyDictionary[type, int] = WeakKeyDictionary()


def warn(evaluator: object, positions: int, error: BaseException, way: Optional[TracebackType]) -> None:
    """Counts a call for several games that failed, and warns of the first, the tenth, the hundredth and so on. Called by the compiled part."""
    kind = type(evaluator)
    count = _FAILED[kind] = _FAILED.get(kind, 0) + 1
    if str(count).rstrip("0") == "1":
        so_far = f" ({count:,} calls so far)" if count > 1 else ""
        asked = f"a call of {kind.__name__}.evaluate for {positions} games failed{so_far}: each of its positions is asked about by itself, which is slow"
        warnings.warn(f"{asked}\n{in_one_line(error, way)}", RuntimeWarning, stacklevel=2)
