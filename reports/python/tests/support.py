"""Runs for the tests: played by the `bench` that the environment names, or made by hand."""

from __future__ import annotations

import importlib.util
import json
import os
import sqlite3
import subprocess
import unittest
from pathlib import Path

BENCH = os.environ.get("TREEBENCH_BENCH", "")

needs_bench = unittest.skipUnless(BENCH, "skipped: TREEBENCH_BENCH does not name a `bench` executable")


def needs(*packages: str):
    """Skips a test where one of these packages is not installed."""
    lacking = [package for package in packages if importlib.util.find_spec(package) is None]
    return unittest.skipIf(lacking, f"skipped: not installed: {', '.join(lacking)}")


def bench(*words: str, cwd: Path) -> str:
    """Runs `bench` and returns what it prints."""
    done = subprocess.run([BENCH, *words], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"bench {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def play(folder: Path, text: str, name: str = "run") -> Path:
    """Plays an experiment and returns its run directory."""
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    bench("run", f"{name}.toml", "--out", name, "--threads", "1", cwd=folder)
    return folder / name


MATCH = """# Which?
[experiment]
name = "tiny"
kind = "match"
seed = 3
games-per-cell = 40
[budget]
iterations = [5, 20]
[grid]
game = ["tic-tac-toe", "connect-four"]
[agent.uct.sweep]
exploration = [0.5, 1.0]
[compare]
uct = "random"
"""

THREE = """# Who wins among three?
[experiment]
name = "three"
kind = "match"
seed = 3
games-per-cell = 12
[budget]
iterations = 5
[grid]
game = "connect-three"
[compare]
uct = [["random", "flat-mc"]]
"""

TOURNAMENT = """# Who is best?
[experiment]
name = "all"
kind = "tournament"
seed = 5
games-per-cell = 8
[budget]
iterations = 20
[grid]
game = ["tic-tac-toe", "connect-four"]
[tournament]
players = ["uct", "random", "flat-mc"]
"""

STOPPED = """# Is it better?
[experiment]
name = "stopped"
kind = "match"
seed = 8
games-per-cell = 400
[stop]
test = "gsprt"
h0 = 50
h1 = 55
[budget]
iterations = 20
[grid]
game = ["tic-tac-toe", "connect-four"]
[compare]
uct = "random"
"""


def by_hand(path: Path, cells: int, games: int) -> Path:
    """A run of a match between two agents, without a `bench`: as many cells and games as wanted."""
    path.mkdir()
    (path / "resolved.toml").write_text('[experiment]\nname = "made"\n', encoding="utf-8")
    names = [("seats", "list"), ("scores", "list"), ("ending", "text"), ("plies", "integer"), ("micros", "list")]
    agent = lambda name: {"name": name, "agent": name, "budget": "10 iterations", "params": {}}
    cell = lambda number: {
        "key": f"{number:032x}",
        "name": f"cell {number}",
        "game": {"name": "g", "label": f"g{number}", "params": {}, "players": 2, "scores": [0.0, 1.0], "graded": False},
        "axes": {"game": f"g{number}"},
        "settings": {"swap-seats": True},
        "round": 2,
        "agents": [agent("one"), agent("two")],
    }
    plan = {
        "format": 1, "name": "made", "kind": "match", "table": "match", "seed": 1, "tasks_per_cell": games,
        "columns": [{"name": name, "type": kind, "unit": "", "doc": "d", "measured": False} for name, kind in names],
        "cells": [cell(number) for number in range(cells)],
    }  # fmt: skip
    (path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    with sqlite3.connect(path / "results.sqlite") as file:
        file.executescript(
            "CREATE TABLE cell (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, canonical TEXT NOT NULL) STRICT;"
            "CREATE TABLE match (id INTEGER PRIMARY KEY, build INTEGER NOT NULL, seats TEXT NOT NULL, scores TEXT NOT NULL,"
            " ending TEXT NOT NULL, plies INTEGER NOT NULL, micros TEXT NOT NULL) STRICT;"
            "PRAGMA application_id = 1416774254; PRAGMA user_version = 2;"
        )
        results = [("[0,1]", "[1,0]"), ("[1,0]", "[0.5,0.5]"), ("[0,1]", "[0,1]"), ("[1,0]", "[0,1]")]
        for number in range(cells):
            file.execute("INSERT INTO cell VALUES (?, ?, '')", (number + 1, f"{number:032x}"))
            rows = (
                (number + 1 << 32 | task, *results[task % 4], "rules", 5 + task % 40, f"[{task},{7 * task}]") for task in range(games)
            )
            file.executemany("INSERT INTO match VALUES (?, 0, ?, ?, ?, ?, ?)", rows)
    return path
