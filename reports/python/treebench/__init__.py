"""Reads the runs of treebench, also while they are being played.

    import treebench
    run = treebench.open("results/quickstart")
    run.games()    # one row per game
    run.cells()    # one row per cell of the grid
    run.payoff()   # who scores what against whom
    run.config     # the experiment with every default written out

Nothing but Python's standard library is needed. Tables come as polars or pandas frames if one of these is installed, otherwise as
`treebench.Table`, a dictionary of columns.
"""

from .frames import Table
from .payoff import Payoff
from .run import Run, RunError, open

__all__ = ["Payoff", "Run", "RunError", "Table", "open"]
