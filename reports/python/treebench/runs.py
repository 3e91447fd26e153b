"""A run directory, opened for reading."""

from __future__ import annotations

import html
import json
import sqlite3
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from .frames import frame
from .payoff import Payoff, payoff
from .reading import read

#: What a run directory holds; the same names as in treebench's `store`.
RESULTS, RESOLVED, PLAN = "results.sqlite", "resolved.toml", "plan.json"

#: SQLite's `application_id` of our files ("TrBn"), and the newest layouts that this version reads.
APPLICATION, FORMAT, PLAN_FORMAT = 0x5472_426E, 2, 1

#: The columns that `games` reads of matches unless it is asked for others.
USUAL = ("seats", "scores", "ending", "plies")


class RunError(Exception):
    """The directory is no run, or a newer version wrote it."""


def open(path: str | Path) -> Run:
    """Opens a run directory, such as `results/quickstart`. It may still be written by `bench run`.

    Raises `RunError` if it is no run directory, or if a newer version of treebench wrote it.
    """
    return Run(Path(path))


class Run:
    """The records of one run, with what the plan says of its cells.

    Only records of the plan are returned: not those of cells that a changed experiment no longer has, nor tasks beyond
    `games-per-cell`. Where a stopping rule decides which games count, the others are left out, too (see `games`).
    """

    def __init__(self, path: Path) -> None:
        results = path / RESULTS
        for file in (results, path / RESOLVED):
            if not file.is_file():
                raise RunError(f"{path} is not a run directory: it has no {file.name}; `bench run CONFIG --out {path}` creates one")
        if not (path / PLAN).is_file():
            raise RunError(f"{path} holds no {PLAN}: an older version played it; the same `bench run` command adds the file and plays nothing twice")
        #: The directory.
        self.path = path
        #: The plan: name, kind, seed, columns and cells (plan.json).
        self.plan: dict[str, Any] = json.loads((path / PLAN).read_text(encoding="utf-8"))
        if self.plan.get("format", 0) > PLAN_FORMAT:
            raise RunError(f"{path / PLAN} has format {self.plan['format']}, written by a newer version; this one reads format {PLAN_FORMAT}")
        # Read-only, through the write-ahead log: a run in progress can be read at any time and is not held up. Where the directory
        # cannot be written, SQLite cannot create the index of the log; a finished run has no log and needs none.
        self._connection = sqlite3.connect(f"{results.absolute().as_uri()}?mode=ro", uri=True, timeout=10.0, check_same_thread=False)
        application, version = (self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if application != APPLICATION:
            raise RunError(f"{results} was written by another program")
        if version > FORMAT:
            raise RunError(f"{results} has format {version}, written by a newer version; this one reads format {FORMAT}")

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.plan["name"])

    @property
    def kind(self) -> str:
        """The experiment's kind, for example `match`."""
        return str(self.plan["kind"])

    @property
    def config(self) -> dict[str, Any]:
        """The experiment with every default written out (resolved.toml)."""
        return tomllib.loads((self.path / RESOLVED).read_text(encoding="utf-8"))

    def describe(self) -> dict[str, str]:
        """What each stored column means, with its unit."""
        units = {column["name"]: f" [{column['unit']}]" if column["unit"] else "" for column in self.plan["columns"]}
        return {column["name"]: column["doc"] + units[column["name"]] for column in self.plan["columns"]}

    def games(self, columns: Iterable[str] | str | None = None, library: str | None = None, all_tasks: bool = False) -> Any:
        """One row per record, in the order of the plan: cells, then tasks.

        Beside the stored columns (see `describe`) there are `cell` (its place in the plan), `key`, `task`, the labels `game` and `name`
        (of the cell), and one column `axis.NAME` per axis of the grid: a number where the axis has numbers, times in seconds. Where
        `[label]` names values of an axis, `label.NAME` has what reports show in their place. Lists, which have one value per seat or checkpoint, are one column per value: `scores.0`,
        `scores.1`, …; a value that a record does not have is `None`. For matches `agent.SEAT` names the agent in a seat, and
        `candidate_score` is the score of the first agent of the cell, `winner` names the agent with the highest score (empty if several
        share it), and games with the same `round` have the same seed and opening, with seats rotated.

        `columns` names the stored columns to read, or is "all". Without it, matches give who sat where, the scores, the ending and the
        number of moves, and other kinds give everything. `library` is "polars", "pandas" or "plain". With `all_tasks`, tasks that do
        not count are returned as well, and a column `counts` tells them apart.
        """
        known = {column["name"]: column["type"] for column in self.plan["columns"]}
        if columns is None:
            wanted = [name for name in known if not self._has_seats() or name in USUAL]
        else:
            wanted = list(known) if columns == "all" else list(columns)
        for name in wanted:
            if name not in known:
                raise KeyError(f"there is no column {name!r}; there are: {', '.join(known)}")
        return frame(read(self._connection, self.plan, wanted, known, all_tasks), library)

    def cells(self, library: str | None = None) -> Any:
        """One row per cell: its key and name, the game, the axes of the grid, the agents, and the number of records that count.

        For matches also the games with a result, the sum of the candidate's scores on the scale from 0 to 1, and its mean.
        """
        table: dict[str, list[Any]] = {"cell": [], "key": [], "name": [], "game": []}
        cells = self.plan["cells"]
        for place, cell in enumerate(cells):
            for column, value in (("cell", place), ("key", cell["key"]), ("name", cell["name"]), ("game", cell["game"]["label"])):
                table[column].append(value)
        for axis in self._axes():
            table[f"axis.{axis}"] = [cell["axes"].get(axis) for cell in cells]
        for seat in range(max((len(cell["agents"]) for cell in cells), default=0)):
            table[f"agent.{seat}"] = [cell["agents"][seat]["name"] if seat < len(cell["agents"]) else None for cell in cells]
        is_match = self._has_seats()
        games = self.games(["seats", "scores"] if is_match else [], library="plain")
        table["tasks"] = [0] * len(cells)
        for place in games["cell"]:
            table["tasks"][place] += 1
        if is_match:
            table["games"], table["score_sum"] = [0] * len(cells), [0.0] * len(cells)
            for place, score in zip(games["cell"], games["candidate_score"]):
                if score is not None:
                    low, high = cells[place]["game"]["scores"]
                    table["games"][place] += 1
                    table["score_sum"][place] += (score - low) / (high - low)
            pairs = zip(table["score_sum"], table["games"])
            table["score"] = [total / count if count else None for total, count in pairs]
        return frame(table, library)

    def payoff(self, game: str | None = None) -> Payoff:
        """Who scores what against whom, for games between any number of players; see `Payoff`.

        `game` names one game (the label of a cell); without it, all games of the run must have the same number of players, and every
        game counts alike. An agent's name is that of its table in the experiment, with the values of its swept parameters.
        """
        if not self._has_seats():
            raise RunError(f"experiments of kind {self.kind!r} have no payoffs: their agents do not meet")
        games = {cell["game"]["label"] for cell in self.plan["cells"]}
        if game is not None and game not in games:
            raise KeyError(f"there is no game {game!r}; there are: {', '.join(sorted(games))}")
        cells = {place: cell for place, cell in enumerate(self.plan["cells"]) if game in (None, cell["game"]["label"])}
        return payoff(cells, self.games(["seats", "scores"], library="plain"))

    def report(self) -> Report:
        """Writes the report of what is stored now, and returns it: shown by notebooks. Needs the compiled part."""
        from . import _native

        return Report(Path(_native.report(str(self.path))))

    def _has_seats(self) -> bool:
        return {"seats", "scores"} <= {column["name"] for column in self.plan["columns"]}

    def _axes(self) -> list[str]:
        return list(dict.fromkeys(axis for cell in self.plan["cells"] for axis in cell["axes"]))


class Report:
    """The page of a report. A notebook shows it as the last value of a cell."""

    def __init__(self, path: Path) -> None:
        #: The file, which needs nothing beside it but the page with the games.
        self.path = path

    @property
    def html(self) -> str:
        """The page."""
        return self.path.read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame of its own, so that its styles do not reach the notebook.
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: 40em; border: 0"></iframe>'

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"<Report {self.path}>"
