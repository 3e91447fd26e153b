"""What users do wrong is an exception: fork, threads, other interpreters, pickling, and changes in the middle of a search."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import unittest
from importlib.util import find_spec
from typing import Any

import treebench as tb
from treebench import _scripts

if find_spec("numpy") is not None:
    import numpy as np

#: Python 3.14 has a module for this; before, it is a private one.
OTHER_INTERPRETER = """
import sys
code = "import treebench as tb; tb.search(tb.game('tic-tac-toe').start(), 'uct', iterations=9)"
if sys.version_info >= (3, 14):
    from concurrent import interpreters
    interpreters.create().exec(code)
elif sys.version_info >= (3, 13):
    import _interpreters
    failure = _interpreters.exec(_interpreters.create(), code)
    sys.exit(failure and failure.formatted)
else:
    import _xxsubinterpreters
    _xxsubinterpreters.run_string(_xxsubinterpreters.create(), code)
"""

NO_ROOM_FOR_THREADS = """
import resource, numpy as np, treebench as tb
class Even(tb.Evaluator):
    def evaluate(self, planes, legal):
        return legal, np.full(len(planes), 0.5)
game = tb.game("tic-tac-toe")
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 28), -1))
batch = tb.Batch(game, 2000, threads=4)
batch.step(batch.random())
print(batch.counts().min(), sum(tb.puct([game.start()] * 200, Even(), iterations=3)[199].visits))
"""

LEARNS = """
import signal, threading, treebench as tb
threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
tb.search(tb.game("kuhn-poker").start(), "cfr", iterations=10, params={"iterations": 10**9})
"""


class Processes(unittest.TestCase):
    def test_a_forked_process_searches(self) -> None:
        position = tb.game("connect-four").start()
        here = tb.search(position, "uct", iterations=50, seed=1).move
        child = os.fork()
        if child == 0:
            same = False
            try:
                same = tb.search(position, "uct", iterations=50, seed=1).move == here
            finally:
                os._exit(0 if same else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_another_interpreter_of_the_process_plays_or_is_refused(self) -> None:
        done = subprocess.run([sys.executable, "-c", OTHER_INTERPRETER], capture_output=True, text=True, check=False)
        # Those with a lock of their own, as from Python 3.12 on, are refused.
        refused = sys.version_info >= (3, 12)
        self.assertEqual(done.returncode, int(refused), done.stderr)
        self.assertEqual("does not support loading in subinterpreters" in done.stderr, refused)

    def test_ctrl_c_does_not_wait_for_what_an_agent_learns(self) -> None:
        done = subprocess.run([sys.executable, "-c", LEARNS], capture_output=True, text=True, check=False, timeout=60)
        self.assertIn("KeyboardInterrupt", done.stderr)


    @unittest.skipUnless(sys.platform == "linux" and find_spec("numpy"), "skipped: not installed: numpy, on Linux")
    def test_threads_that_the_system_refuses(self) -> None:
        room = {**os.environ, "RUST_MIN_STACK": str(1 << 30)}
        done = subprocess.run([sys.executable, "-c", NO_ROOM_FOR_THREADS], env=room, capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, "8 2\n"), done.stderr)


class Sharing(unittest.TestCase):
    def test_many_threads_play_on_one_position_and_one_batch(self) -> None:
        position = tb.game("rbg/breakthrough", split="Mod").start()
        batch = tb.Batch(tb.game("tic-tac-toe"), 50) if find_spec("numpy") is not None else None
        faults: list[BaseException] = []

        def play() -> None:
            for _ in range(30):
                try:
                    position.play(position.moves()[0])
                    if batch is not None:
                        batch.step(batch.random())
                except (ValueError, IndexError):
                    # Another thread has played meanwhile.
                    pass
                except BaseException as fault:
                    faults.append(fault)

        threads = [threading.Thread(target=play) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_what_cannot_be_pickled_says_so(self) -> None:
        if find_spec("numpy"):
            with self.assertRaises(TypeError):
                pickle.dumps(tb.Batch(tb.game("tic-tac-toe"), 2))
        with self.assertRaises(TypeError):
            tb.Budget()
        with self.assertRaises(TypeError):
            tb.Position()  # type: ignore[call-arg]

    def test_a_recursion_is_told_in_short(self) -> None:
        def again() -> None:
            again()

        try:
            again()
        except RecursionError as error:
            told = _scripts.in_one_line(error, error.__traceback__)
        self.assertRegex(told, r"^raised RecursionError: .* > test_misuse.py:\d+ in again × \d{3,}\]$")

    def test_numbers_out_of_range(self) -> None:
        position = tb.game("tic-tac-toe").start()
        for wrong in (10**30, -1, 2.5, float("nan"), True, b"a1", "", "a1" * 10_000):
            with self.assertRaises((TypeError, ValueError, OverflowError), msg=repr(wrong)[:20]):
                position.play(wrong)  # type: ignore[arg-type]
        for count in (0, -1, 10**30):
            with self.assertRaises((ValueError, OverflowError)):
                position.playouts(count)
        with self.assertRaisesRegex(ValueError, "seconds must be above zero.*not inf"):
            tb.search(position, "uct", seconds=float("inf"))
        with self.assertRaises(OverflowError):
            tb.search(position, "uct", iterations=-1)

    def test_cut_off_games_have_no_scores(self) -> None:
        found = tb.game("breakthrough").start().playouts(10, cap=3)
        self.assertEqual((found["scores"], found["cut_off"]), (None, 10))

    def test_parameters_that_are_called_as_arguments(self) -> None:
        found = tb.search(tb.game("kuhn-poker").start(), "cfr", iterations=1, params={"iterations": 20})
        self.assertIn(found.move, [row["move"] for row in found.root])
        with self.assertRaisesRegex(ValueError, "`iterations`"):
            tb.search(tb.game("kuhn-poker").start(), "cfr", params={"iterations": 0})


@unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
class Evaluators(unittest.TestCase):
    def test_the_position_of_a_search_may_change_meanwhile(self) -> None:
        position = tb.game("tic-tac-toe").start()

        class Meddler(tb.Evaluator):
            meddles = True

            def evaluate(self, planes: Any, legal: Any) -> Any:
                if self.meddles and not position.over:
                    position.play(position.moves()[0])
                planes[:] = 7
                legal[:] = False
                return np.ones(legal.shape), np.full(len(planes), 0.5)

        changed = tb.puct([position], Meddler(), iterations=30)[0]
        self.assertNotEqual(position, position.game.start())
        Meddler.meddles = False
        calm = tb.puct([position.game.start()], Meddler(), iterations=30)[0]
        self.assertEqual(changed.visits.tolist(), calm.visits.tolist())

    def test_wrong_evaluators_raise(self) -> None:
        position = tb.game("tic-tac-toe").start()
        size = position.game.action_size
        good, value = np.ones((1, size)), np.array([0.5])

        class Says(tb.Evaluator):
            def __init__(self, answer: Any, batch: Any = 4) -> None:
                self.answer, self.batch = answer, batch

            def evaluate(self, planes: Any, legal: Any) -> Any:
                return self.answer

        wrong: list[tuple[Any, type[Exception], str]] = [
            (object(), TypeError, "is no treebench.Evaluator"),
            (Says((good, value), batch=0), ValueError, "batch must be"),
            (Says((good, value), batch="many"), ValueError, "batch must be"),
            (Says((good.astype(complex), value)), TypeError, "priors: expected numbers"),
            (Says((good.astype(object), value)), TypeError, "priors: expected numbers"),
            (Says((good, value, value)), ValueError, "returns a pair"),
            (Says((good, np.array([[0.5]]))), ValueError, "values: expected shape"),
            (Says((good, np.float64(0.5))), ValueError, "values: expected shape"),
            (Says((np.full_like(good, np.inf), value)), ValueError, "priors: inf is not from 0 to 1e30"),
            (Says((np.full_like(good, 3e38), value)), ValueError, "priors: 3e38 is not from 0 to 1e30"),
            (tb.Evaluator(), NotImplementedError, "does not define evaluate"),
        ]
        for evaluator, error, words in wrong:
            with self.assertRaisesRegex(error, words):
                tb.puct([position], evaluator, iterations=2)
        self.assertEqual(int(tb.puct([position], Says((good, value)), iterations=2)[0].visits.sum()), 1)


if __name__ == "__main__":
    unittest.main()
