"""Searches with evaluators, tried on the installed package."""

from __future__ import annotations

import re
import tempfile
import time
import unittest
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import treebench as tb

if find_spec("numpy") is not None:
    import numpy as np

EXPERIMENT = """# Does a search that knows nothing beat chance?
[experiment]
name = "even"
kind = "match"
seed = 1
games-per-cell = 12
[budget]
iterations = 60
[grid]
game = "tic-tac-toe"
[agent.mine]
python = "x"
[compare]
mine = "random"
"""


class Even(tb.Evaluator):
    """Knows nothing. Its first calls take a while, so that searches on other threads begin meanwhile."""

    batch = 3
    sizes: list[int] = []

    def evaluate(self, planes: Any, legal: Any) -> Any:
        if len(self.sizes) < 10:
            time.sleep(0.01)
        self.sizes.append(len(planes))
        return legal.astype(np.float32), np.full(len(planes), 0.5)


class Searcher(tb.Puct):
    evaluator = Even()


class Picky(Even):
    """Fails at some positions."""

    failed: list[int] = []

    def evaluate(self, planes: Any, legal: Any) -> Any:
        # One position of those that two moves lead to.
        if ((legal.sum(1) == 7) & ~legal[:, 0].astype(bool) & ~legal[:, 1].astype(bool)).any():
            self.failed.append(len(planes))
            raise ArithmeticError("two squares of the first row")
        return super().evaluate(planes, legal)


class PickySearcher(tb.Puct):
    evaluator = Picky()


class Padded(Even):
    """Has always the same number of positions."""

    batch, padded = 5, True
    sizes: list[int] = []


class PaddedSearcher(tb.Puct):
    evaluator = Padded()


@unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
class Networks(unittest.TestCase):
    def test_a_search_finds_what_wins(self) -> None:
        position = tb.game("tic-tac-toe").start()
        for move in ("b2", "a1", "a3", "a2"):
            position.play(move)
        (found,) = tb.puct([position], Even(), iterations=400)
        self.assertEqual(position.move_of(found.action), "c1")
        self.assertEqual((int(found.visits.sum()), found.means.max()), (399, 1.0))
        self.assertAlmostEqual(float(found.priors.sum()), 1.0, places=5)

    def test_described_games_are_searched(self) -> None:
        position = tb.game("rbg/breakthrough").start()
        (found,) = tb.puct([position], Even(), iterations=40)
        self.assertEqual(int(found.visits.sum()), 39)
        self.assertIn(position.move_of(found.action), position.moves())

    def test_many_positions_share_their_batches(self) -> None:
        game = tb.game("connect-four")
        positions = [game.start().playout(seed, cap=seed) for seed in range(1, 8)]
        Even.sizes.clear()
        together = tb.puct(positions, Even(), iterations=50)
        self.assertEqual((max(Even.sizes), len(together)), (3, 7))
        alone = [tb.puct([position], Even(), iterations=50)[0] for position in positions]
        for one, other in zip(together, alone):
            self.assertEqual((one.actions.tolist(), one.visits.tolist()), (other.actions.tolist(), other.visits.tolist()))

    def test_games_share_their_batches_and_play_the_same(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder) / "x.toml"
            config.write_text(EXPERIMENT, encoding="utf-8")

            def games(agent: type[tb.Agent], threads: int) -> Any:
                values = {"match.failure": "void", "budget.iterations": 20}
                with warnings.catch_warnings(record=True) as warned:
                    warnings.simplefilter("always")
                    run = tb.run(config, out=Path(folder) / f"{agent.__name__}{threads}", agents={"mine": agent}, threads=threads, set=values, progress=False)
                said[:] = [str(warning.message) for warning in warned]
                with run:
                    found = run.games(["moves", "iterations", "states", "message"], library="plain")
                return [found[name] for name in found if name.startswith(("moves", "iterations", "states", "scores", "message"))]

            said: list[str] = []
            Even.sizes.clear()
            alone = games(Searcher, 1)
            self.assertEqual(set(Even.sizes), {1})
            Even.sizes.clear()
            self.assertEqual(games(Searcher, 6), alone)
            self.assertEqual(max(Even.sizes), 3)
            picky = games(PickySearcher, 6)
            # The first call for several games that fails is told, and the tenth, unless each game was alone.
            words = "a call of Picky.evaluate for [23] games failed.*: each.*\n.*raised ArithmeticError: two squares"
            shared = sum(positions > 1 for positions in Picky.failed)
            self.assertEqual(sum(bool(re.search(words, text)) for text in said), len(str(shared)) if shared else 0, said)
            self.assertEqual(picky, games(PickySearcher, 1))
            failed = sum("two squares" in message for message in picky[-1])
            self.assertTrue(0 < failed < len(picky[-1]), f"{failed} of {len(picky[-1])} games failed")
            games(PaddedSearcher, 2)
            self.assertEqual(set(Padded.sizes), {5})

    def test_wrong_answers_raise(self) -> None:
        position = tb.game("connect-four").start()
        legal = np.ones((1, position.game.action_size), bool)
        good = (legal.astype(float), np.array([0.5]))
        wrong: list[tuple[Any, type[Exception], str]] = [
            ((good[0][:, :3], good[1]), ValueError, "priors: expected shape"),
            ((good[0], np.array([float("nan")])), ValueError, "values: NaN is not from 0 to 1.0"),
            ((good[0], np.array([1.5])), ValueError, "values: 1.5 is not"),
            ((-good[0], good[1]), ValueError, "priors: -1.0 is not from 0 to 1e30"),
            ((good[0], ["x"]), TypeError, "values: expected numbers"),
            (None, ValueError, "returns a pair"),
        ]
        for answer, error, words in wrong:
            evaluator = Even()
            evaluator.evaluate = lambda planes, legal, answer=answer: answer  # type: ignore[method-assign]
            with self.assertRaisesRegex(error, words):
                tb.puct([position], evaluator)
        with self.assertRaises(tb.GameOverError):
            tb.puct([position.playout()], Even())
        with self.assertRaisesRegex(ValueError, "different games"):
            tb.puct([position, tb.game("tic-tac-toe").start()], Even())
        with self.assertRaisesRegex(ValueError, "without chance"):
            tb.puct([tb.game("einstein").start()], Even())

    def test_a_searcher_plays_in_experiments(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder) / "x.toml"
            config.write_text(EXPERIMENT, encoding="utf-8")
            # Twelve games: their seeds follow from the text of this file.
            with tb.run(config, out=Path(folder) / "run", agents={"mine": Searcher}, progress=False) as run:
                self.assertGreater(run.cells("plain")["score"][0], 0.6)


if __name__ == "__main__":
    unittest.main()
