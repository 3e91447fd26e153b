"""Agents in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from ._native import Budget, Game, Position


class Agent:
    """A player of games, to be subclassed. Parameters of an experiment are keyword arguments of `__init__`.

    An instance plays on one thread, one game after another. It must draw only from the `rng` it is given: then the same seed gives the
    same game, and `bench verify` can check it.
    """

    #: Additional files that its play depends on, such as weights. They are part of its identity.
    files: Sequence[str] = ()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        from ._memory import note

        note(cls)

    def start(self, game: Game, player: int) -> None:
        """Called before every game: forget everything. `player` is the seat."""

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Union[str, int]:
        """The move to play in a position in which it is this agent's turn: its notation, or its action.

        `position` is a copy and may be played on. An exception or an illegal move is a failure: the game has no result, and its record keeps the
        traceback.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define choose(self, position, budget, rng)")
