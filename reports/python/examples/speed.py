"""What Python costs: random games, agents, evaluators and batches. `python speed.py` prints a table: the best and the median of several turns.

Times are processor time of the whole process, so that other work on the machine matters less; what is done on several threads has wall time beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import treebench as tb

TURNS = 7
#: Iterations of a search, boards of a batch, and games of a match.
ITERATIONS, BOARDS, GAMES = 100, 4096, 1000
#: Random games of a turn.
PLAYOUTS = {"breakthrough": 300_000, "tic-tac-toe": 3_000_000, "rbg/breakthrough": 100_000}

MATCH = """# What does a turn cost?
[experiment]
name = "speed"
kind = "match"
games-per-cell = GAMES
[budget]
iterations = 1
[grid]
game = "breakthrough"
[compare]
"""


class First(tb.Agent):
    """Plays the first move."""

    def choose(self, position: tb.Position, budget: tb.Budget, rng: Any) -> int:
        return position.actions()[0]


class Even(tb.Evaluator):
    """The least that a network in numpy does."""

    def __init__(self) -> None:
        self.leaves = 0

    def evaluate(self, planes: Any, legal: Any) -> Any:
        self.leaves += len(planes)
        return legal, np.full(len(planes), 0.5, np.float32)


def timed(action: Callable[[], float]) -> tuple[float, float]:
    """How many a second of processor time, and of wall time; `action` returns how many they were."""
    wall, used = time.perf_counter(), time.process_time()
    count = action()
    return count / max(time.process_time() - used, 1e-9), count / (time.perf_counter() - wall)


def show(what: str, turns: list[tuple[float, float]]) -> None:
    """Prints a row: the best and the median by processor and by wall time."""
    cells = [f"{pick(turn[place] for turn in turns):,.0f}" for place in (0, 1) for pick in (max, median)]
    print(f"| {what} | {' | '.join(cells)} |", flush=True)


def command(game: str) -> float:
    """Random games of the command in a second of its processor time, its start not counted."""

    def used(playouts: int) -> float:
        before = os.times()
        words = [sys.executable, "-m", "treebench", "playout", game, "--playouts", str(playouts)]
        subprocess.run(words, capture_output=True, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    return PLAYOUTS[game] / max(used(PLAYOUTS[game]) - used(1), 1e-9)


def turn(agent: type[tb.Agent] | None) -> float:
    """Microseconds of processor time that a turn takes in an experiment."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "x.toml"
        given = {"mine": agent} if agent else None
        config.write_text(MATCH.replace("GAMES", str(GAMES)) + f'{"mine" if agent else "random"} = "random"\n' + ("[agent.mine]\n" if agent else ""), encoding="utf-8")
        used = time.process_time()
        with tb.run(config, out=Path(folder) / "run", agents=given, threads=1, progress=False) as run:
            used = time.process_time() - used
            plies = sum(run.games(["plies"], "plain")["plies"])
    return used / plies * 1e6


def main() -> None:
    print("| a second | best, processor | median | best, wall | median |\n|---|---|---|---|---|")
    for game, playouts in PLAYOUTS.items():
        start = tb.game(game).start()
        start.playouts(1000)
        ratios = [timed(lambda: start.playouts(playouts)["playouts"])[0] / command(game) for _ in range(TURNS)]
        print(f"| random games of {game}, against `bench playout` | {max(ratios):.2f} | {median(ratios):.2f} | | |", flush=True)
    for game in ("breakthrough", "connect-four", "tic-tac-toe", "rbg/breakthrough"):
        starts, even = [tb.game(game).start()] * 256, Even()
        iterations = max(ITERATIONS // 10, 2) if game.startswith("rbg") else ITERATIONS

        def search() -> float:
            even.leaves = 0
            tb.puct(starts, even, iterations=iterations)
            return even.leaves

        search()
        show(f"leaves of {game}, 256 in a call", [timed(search) for _ in range(TURNS)])
    for game in ("breakthrough", "connect-four"):
        for threads in (1, 2):
            batch = tb.Batch(tb.game(game), BOARDS, threads=threads)

            def steps() -> float:
                for _ in range(50):
                    batch.step(batch.random())
                return 50 * len(batch)

            steps()
            show(f"steps of {game}, {BOARDS:,} boards, threads={threads}", [timed(steps) for _ in range(TURNS)])
        show(f"planes of {game}, {BOARDS:,} boards", [timed(lambda: float(len(batch.planes()))) for _ in range(TURNS)])
    native, python = ([turn(agent) for _ in range(3)] for agent in (None, First))
    start = tb.game("breakthrough").start()
    own = 1e6 / max(timed(lambda: float(len([start.actions() for _ in range(20_000)])))[0] for _ in range(TURNS))
    call = 2 * (min(python) - min(native)) - own
    print(f"\nA call of an agent: {call:.1f} µs beyond its own work ({own:.1f} µs) and the turn of a native agent ({min(native):.1f} µs).")


if __name__ == "__main__":
    main()
