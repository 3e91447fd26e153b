"""The examples, in small, on the installed package."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
import unittest
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import treebench as tb

EXAMPLES = Path(__file__).parents[2] / "examples"


@unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
class Learner(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        for name in ("learner.py", "learner.toml"):
            shutil.copy(EXAMPLES / name, self.folder)

    def run_here(self, threads: int) -> tb.Run:
        values = {"experiment.games-per-cell": 4, "budget.iterations": 15}
        run = tb.run(self.folder / "learner.toml", set=values, out=self.folder / f"run{threads}", threads=threads, progress=False)
        self.addCleanup(run.close)
        return run

    def test_it_learns_and_plays(self) -> None:
        with self.assertRaisesRegex(tb.ExperimentError, "no such file: .*learner.npz"):
            self.run_here(1)
        sys.path.insert(0, str(self.folder))
        self.addCleanup(sys.modules.pop, "learner")
        self.addCleanup(sys.path.remove, str(self.folder))
        learner = import_module("learner")
        learner.GAMES, learner.ITERATIONS, learner.STEP = 8, 4, 16
        new, learned = learner.Network(), learner.learn(60.0, steps=45)
        self.assertTrue(any((one != other).any() for one, other in zip(new.weights, learned.weights)))
        learned.save()
        first, second = self.run_here(1), self.run_here(4)
        self.assertEqual(first.games(["moves"], "plain")["moves"], second.games(["moves"], "plain")["moves"])
        # Other weights are another agent.
        new.save()
        self.assertNotEqual(self.run_here(1).cells("plain")["key"], second.cells("plain")["key"])


@unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
class Speed(unittest.TestCase):
    def test_it_prints_its_table(self) -> None:
        spec = spec_from_file_location("speed", EXAMPLES / "speed.py")
        assert spec is not None and spec.loader is not None
        speed = module_from_spec(spec)
        spec.loader.exec_module(speed)
        speed.TURNS, speed.ITERATIONS, speed.BOARDS, speed.GAMES, speed.PLAYOUTS = 1, 3, 16, 2, {"tic-tac-toe": 10}
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            speed.main()
        self.assertEqual(said.getvalue().count("\n| "), 11, said.getvalue())
        self.assertRegex(said.getvalue(), "A call of an agent: .* µs beyond its own work")


if __name__ == "__main__":
    unittest.main()
