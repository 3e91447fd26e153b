"""Games, searches and experiments of treebench, and its runs.

    import treebench as tb
    position = tb.game("rbg/hex", size=7).start()
    position.play("d4")
    tb.search(position, "mcts", iterations=10_000, seed=1).table()
    run = tb.run("experiment.toml", out="results/x")   # or, for an existing run: tb.open("results/x")
    run.games()                                        # one row per game

Reading runs is pure Python; everything else is compiled, and imported on first use. Tables are polars or pandas frames if one of these is
installed, otherwise `treebench.Table`, a dictionary of columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent
from .frames import Table
from .payoff import Payoff
from .runs import Run, RunError, open

#: The modules of what is imported when it is first used.
_HOME = {
    **dict.fromkeys(("Batch", "Game", "Position", "game", "rules", "games", "agents"), "_native"),
    **dict.fromkeys(("AgentError", "GameOverError", "IllegalMoveError", "PanicError", "ExperimentError", "Budget"), "_native"),
    **dict.fromkeys(("Search", "search"), "searching"),
    "run": "experiments",
    **dict.fromkeys(("Evaluator", "Puct", "Root", "puct"), "networks"),
}

if TYPE_CHECKING:
    from ._native import AgentError, Batch, Budget, ExperimentError, Game, GameOverError, IllegalMoveError, PanicError, Position, agents, game, games, rules
    from .experiments import run
    from .networks import Evaluator, Puct, Root, puct
    from .searching import Search, search
else:

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        try:
            module = importlib.import_module(f".{_HOME[name]}", __name__)
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}._native":
                raise
            raise ImportError(f"treebench.{name} is compiled, and this copy of treebench was not built: pip install ./reports/python") from error
        return getattr(module, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOME})


__all__ = [
    "Agent",
    "AgentError",
    "Batch",
    "Budget",
    "Evaluator",
    "ExperimentError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "PanicError",
    "Payoff",
    "Position",
    "Puct",
    "Root",
    "Run",
    "RunError",
    "Search",
    "Table",
    "agents",
    "game",
    "games",
    "open",
    "puct",
    "rules",
    "run",
    "search",
]
