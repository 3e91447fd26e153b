"""Experiments in process and agents in Python, tried on the installed package."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import treebench as tb

MINE = """\
import treebench as tb
from helper import first

class Late(tb.Agent):
    def choose(self, position, budget, rng):
        import later
        from helper import first
        return later.again(first(position))

class Mine(tb.Agent):
    def __init__(self, depth: int = 1, greedy: bool = False) -> None:
        self.depth = depth

    def start(self, game, player):
        self.players = game.players

    def choose(self, position, budget, rng):
        while budget.another():
            end = position.playout(rng.getrandbits(32))
            budget.spend(1)
        assert end.over and self.players == 2
        return rng.choice(position.moves()) if self.depth > 1 else first(position)

class Broken(Mine):
    def choose(self, position, budget, rng):
        if self.depth == 1:
            raise RuntimeError("no idea\\nat all")
        return {2: "z9", 3: None, 4: 70_000}[self.depth]

class Endless(Mine):
    def choose(self, position, budget, rng):
        while True:
            budget.another()
"""

LATER = """\
def again(move):
    from helper import name
    return name(move)
"""

NET = """\
import numpy as np
import treebench as tb

class Even(tb.Evaluator):
    batch = 4

    def evaluate(self, planes, legal):
        return legal.astype(float), 0.5 + 0.1 * planes[:, 0].mean((1, 2))

class Searcher(tb.Puct):
    evaluator = Even()
"""

HELPER = """\
def name(move):
    return move

def first(position):
    return position.actions()[0]
"""

MATCH = """# Is it better than chance?
[experiment]
name = "mine"
kind = "match"
seed = 3
games-per-cell = 20
[budget]
iterations = 5
[grid]
game = "tic-tac-toe"
[agent.mine]
python = "mine.py:Mine"
[agent.mine.sweep]
depth = [1, 2]
[compare]
mine = "random"
"""


class Experiments(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        for name, text in (("mine.py", MINE), ("helper.py", HELPER), ("later.py", LATER), ("x.toml", MATCH)):
            (self.folder / name).write_text(text, encoding="utf-8")

    def run_here(self, out: str = "run", **arguments: Any) -> tb.Run:
        run = tb.run(self.folder / "x.toml", out=self.folder / out, progress=False, **arguments)
        self.addCleanup(run.close)
        return run

    def bench(self, *words: str) -> str:
        done = subprocess.run([sys.executable, "-m", "treebench", *words], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def export(self, out: str) -> str:
        """The records without times, and without what is said of how they came to be."""
        times = ("micros", "cpu_micros", "longest_turn", "memory", "remarks")
        lines = [line.split(",") for line in self.bench("export", out).splitlines()]
        return "\n".join(",".join(cell for name, cell in zip(lines[0], line) if not name.startswith(times)) for line in lines)

    def test_an_experiment_is_a_value(self) -> None:
        run = self.run_here(threads=2)
        games = run.games(["iterations"], library="plain")
        self.assertEqual((len(games), run.cells("plain")["tasks"]), (40, [20, 20]))
        self.assertGreater(min(map(max, games["iterations.0"], games["iterations.1"])), 0)
        self.assertRegex(run.config["agent"]["mine"]["identity"], "^Mine; CPython 3.*; source [0-9a-f]{16}$")
        self.assertIn("<iframe", run.report()._repr_html_())
        # The command plays the same games, on one thread, and again nothing.
        self.bench("run", "x.toml", "--out", "command", "--threads", "1", "--no-report")
        self.assertEqual(self.export("run"), self.export("command"))
        before = (self.folder / "run" / "plan.json").read_bytes()
        self.assertEqual(len(self.run_here().games(library="plain")), 40)
        self.assertEqual((self.folder / "run" / "plan.json").read_bytes(), before)
        self.assertIn("0 tasks played", self.bench("run", "x.toml", "--out", "run", "--no-report").replace("0 of 40", "0"))
        self.bench("verify", "run")

    def test_other_code_is_another_agent(self) -> None:
        keys = set(self.run_here().cells("plain")["key"])
        (self.folder / "helper.py").write_text(HELPER.replace("[0]", "[-1]"), encoding="utf-8")
        other = set(self.run_here().cells("plain")["key"])
        self.assertFalse(keys & other)
        (self.folder / "helper.py").write_text(HELPER, encoding="utf-8")
        self.assertEqual(set(self.run_here().cells("plain")["key"]), keys)

    def test_files_of_the_same_names_in_two_folders_are_imported_in_turns(self) -> None:
        other = self.folder / "other"
        other.mkdir()
        for name, text in (("mine.py", MINE), ("helper.py", HELPER.replace("[0]", "[-1]")), ("later.py", LATER)):
            (other / name).write_text(text, encoding="utf-8")
        text = MATCH.replace("mine.py:Mine", "mine.py:Late").replace("[agent.mine.sweep]\ndepth = [1, 2]", '[agent.yours]\npython = "other/mine.py:Late"')
        (self.folder / "x.toml").write_text(text.replace('"random"', '"yours"'), encoding="utf-8")
        moves = self.run_here(threads=2).games(["moves"], library="plain")["moves"]
        self.assertEqual({game.split()[0] for game in moves}, {"a3", "c1"})

    def test_classes_are_given_by_value(self) -> None:
        class Random(tb.Agent):
            def __init__(self, depth: int) -> None:
                self.depth = depth

            def choose(self, position: tb.Position, budget: tb.Budget, rng: Any) -> str:
                return str(rng.choice(position.moves()))

        run = self.run_here(agents={"mine": Random}, set={"experiment.games-per-cell": 4})
        self.assertEqual(run.cells("plain")["tasks"], [4, 4])
        with self.assertRaisesRegex(TypeError, "expected a subclass of treebench.Agent"):
            self.run_here(agents={"mine": dict})  # type: ignore[dict-item]

    def test_failures_say_what_happened(self) -> None:
        known = {1: "raised RuntimeError: no idea at all [mine.py:27 in choose]", 2: "`z9` is not a legal move", 3: "NoneType None", 4: "70000 is not the action"}
        for depth, words in known.items():
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                values = {"agent.mine.python": "mine.py:Broken", "agent.mine.sweep.depth": [depth], "experiment.games-per-cell": 2}
                run = self.run_here(f"run{depth}", set={**values, "match.failure": "void"})
            self.assertIn("2 tasks failed", str(said[0].message))
            failures = run.games(["message"], library="plain")["message"]
            self.assertIn(words, failures[0])
            self.assertIn("agent `mine` in seat", failures[0])
            self.assertIn("seed", failures[0])
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            run = self.run_here("endless", set={"agent.mine.python": "mine.py:Endless", "experiment.games-per-cell": 2})
        self.assertIn("went on after its budget was spent", run.games(["message"], library="plain")["message"][0])

    def test_wrong_experiments_raise(self) -> None:
        for value, words in (("mine.py", "expected FILE:CLASS"), ("absent.py:Mine", "no such file"), ("mine.py:Mina", "has no class `Mina`"), ("helper.py:first", "not a subclass")):
            with self.assertRaisesRegex(tb.ExperimentError, words):
                self.run_here(set={"agent.mine.python": value})
        with self.assertRaisesRegex(tb.ExperimentError, "does not take its params"):
            self.run_here(set={"agent.mine.params": {"width": 3}})
        with self.assertRaisesRegex(tb.ExperimentError, "either `python` or `use`"):
            self.run_here(set={"agent.mine.use": "uct"})
        with self.assertRaisesRegex(tb.ExperimentError, "gaems-per-cell"):
            self.run_here(set={"experiment.gaems-per-cell": 3})
        with self.assertRaisesRegex(tb.ExperimentError, "absent.toml"):
            tb.run(self.folder / "absent.toml")
        with self.assertRaisesRegex(tb.ExperimentError, "threads"):
            self.run_here(threads=0)
        with self.assertRaises(TypeError):
            self.run_here(set={"experiment.seed": None})

    def test_ctrl_c_keeps_what_is_finished(self) -> None:
        threading.Timer(1.0, signal.raise_signal, [signal.SIGINT]).start()
        many = {"experiment.games-per-cell": 4000, "budget.iterations": 50}
        with self.assertRaises(KeyboardInterrupt):
            self.run_here(set=many)
        with tb.open(self.folder / "run") as run:
            played = len(run.games(library="plain"))
        self.assertTrue(0 < played < 8000, played)

    def test_a_killed_run_goes_on(self) -> None:
        self.killed({"budget.iterations": 400, "experiment.games-per-cell": 60})

    @unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
    def test_a_killed_run_with_an_evaluator_goes_on(self) -> None:
        (self.folder / "net.py").write_text(NET, encoding="utf-8")
        (self.folder / "x.toml").write_text(MATCH.replace("mine.py:Mine", "net.py:Searcher").replace("[agent.mine.sweep]\ndepth", "[agent.mine.sweep]\nexploration"), encoding="utf-8")
        self.killed({"budget.iterations": 60, "experiment.games-per-cell": 30})

    def killed(self, values: dict[str, int]) -> None:
        """Kills a run in its middle, goes on, and compares it with one that was not killed."""
        script = f"import treebench as tb, sys; tb.run('x.toml', out='run', set={values}, threads=4, progress=False)"
        with subprocess.Popen([sys.executable, "-c", script], cwd=self.folder) as process:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                time.sleep(0.01)
                try:
                    with tb.open(self.folder / "run") as run:
                        if process.poll() is not None or len(run.games(library="plain")) > 0:
                            break
                except tb.RunError:
                    pass
            process.kill()
        with tb.open(self.folder / "run") as run:
            self.assertLess(len(run.games(library="plain")), 2 * values["experiment.games-per-cell"], "it ended before it was killed")
        self.run_here(set=values, threads=3)
        self.run_here("whole", set=values, threads=1)
        self.assertEqual(self.export("run"), self.export("whole"))
        self.assertIn("sessions were killed", self.bench("export", "run"))
        self.assertNotIn("sessions were killed", self.bench("export", "whole"))


if __name__ == "__main__":
    os.environ.setdefault("NO_COLOR", "1")
    unittest.main()
