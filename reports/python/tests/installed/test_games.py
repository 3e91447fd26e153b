"""Games, positions and searches in process, tried on the installed package."""

from __future__ import annotations

import copy
import json
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest

import treebench as tb


class Games(unittest.TestCase):
    def test_a_game_is_played_to_its_end(self) -> None:
        game = tb.game("tic-tac-toe")
        position = game.start()
        self.assertEqual((game.players, game.scores, position.player, position.over), (2, (0.0, 1.0), 0, False))
        self.assertEqual(len(position.moves()), 9)
        for move in ("b2", "a1", "c2", "a2"):
            position.play(move)
        with self.assertRaisesRegex(ValueError, "not over"):
            position.score(0)
        position.play("a3")
        self.assertIn("x", position.board().lower())
        position.play("b1")
        position.play("c3")
        position.play("b3")
        position.play("c1")
        self.assertEqual((position.over, position.moves(), position.scores()), (True, [], [1.0, 0.0]))

    def test_misuse_raises(self) -> None:
        position = tb.game("tic-tac-toe").start()
        before = position.copy()
        for wrong, error in (("z9", tb.IllegalMoveError), (70_000, tb.IllegalMoveError), (None, TypeError), (2.5, TypeError), (-1, TypeError)):
            with self.assertRaises((error, OverflowError)):
                position.play(wrong)  # type: ignore[arg-type]
        self.assertEqual(position, before)
        with self.assertRaisesRegex(ValueError, "did you mean `breakthrough`"):
            tb.game("breaktrough")
        with self.assertRaisesRegex(ValueError, "sise"):
            tb.game("breakthrough", sise=6)
        with self.assertRaisesRegex(TypeError, "`width` is a list"):
            tb.game("breakthrough", width=[6])  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "allowed: orthodox"):
            tb.game("breakthrough", split="Mod")
        with self.assertRaises(OSError):
            tb.rules("absent.rbg")
        with self.assertRaises(ValueError):
            tb.rules("#players = white(100)\n")
        end = position.playout(seed=3)
        self.assertTrue(end.over)
        self.assertEqual(sum(end.scores()), 1.0)
        with self.assertRaises(IndexError):
            end.score(2)
        for after in (lambda: end.play("a1"), lambda: tb.search(end, "uct")):
            with self.assertRaises(tb.GameOverError):
                after()
        with self.assertRaises(ValueError):
            tb.game("tic-tac-toe").position("nonsense")

    def test_positions_are_values(self) -> None:
        for game in (tb.game("breakthrough", width=6, height=6), tb.game("rbg/breakthrough", split="Mod")):
            position = game.start()
            position.play(position.moves()[0])
            other = copy.deepcopy(position)
            self.assertEqual((position, hash(position)), (other, hash(other)))
            again = pickle.loads(pickle.dumps(position))
            self.assertEqual((again, again.game, hash(again)), (position, game, hash(position)))
            other.play(other.moves()[-1])
            self.assertNotEqual(position, other)
            self.assertEqual(game.position(str(other)), other)
        self.assertNotEqual(tb.game("breakthrough", width=6, height=6), tb.game("breakthrough", height=8))
        self.assertNotEqual(tb.game("breakthrough", width=6, height=6).start(), "a text")

    def test_views_have_the_same_moves(self) -> None:
        plain, split = tb.game("rbg/breakthrough").start(), tb.game("rbg/breakthrough", split="Mod").start()
        self.assertEqual(sorted(plain.moves()), sorted(split.moves()))

    def test_actions_name_moves(self) -> None:
        for name in ("breakthrough", "rbg/hex", "chess"):
            position = tb.game(name).start()
            size = position.game.action_size
            for _ in range(6):
                actions = position.actions()
                self.assertEqual(len(set(actions)), len(position.moves()))
                self.assertTrue(all(0 <= action < size for action in actions))
                self.assertEqual({position.move_of(action) for action in actions}, set(position.moves()))
                self.assertEqual([position.action_of(position.move_of(action)) for action in actions], actions)
                position.play(actions[len(actions) // 2])

    def test_chance_has_outcomes(self) -> None:
        game = tb.game("einstein")
        position = game.start()
        self.assertTrue(game.chance)
        while position.player != -1:
            position.play(position.moves()[0])
        self.assertAlmostEqual(sum(probability for _, probability in position.outcomes()), 1.0)
        position.play(position.outcomes()[0][0])


class Playing(unittest.TestCase):
    def bench(self, *words: str) -> dict[str, object]:
        output = subprocess.run([sys.executable, "-m", "treebench", *words, "--format", "json"], capture_output=True, text=True, check=True).stdout
        found: dict[str, object] = json.loads(output)
        return found

    def test_playouts_are_those_of_the_command(self) -> None:
        found = tb.game("breakthrough").start().playouts(300, seed=5)
        said = self.bench("playout", "breakthrough", "--playouts", "300", "--seed", "5")
        self.assertEqual(found["scores"], [score["mean"] for score in said["scores"]])  # type: ignore[attr-defined,index]
        self.assertEqual((found["playouts"], found["moves"]), (300, said["mean_nodal_states"]["mean"]))  # type: ignore[index]

    def test_searches_are_those_of_the_command(self) -> None:
        position = tb.game("breakthrough", width=6, height=6).start()
        found = tb.search(position, "mcts", iterations=300, seed=4, exploration=0.7)
        words = ("search", "breakthrough", "-p", "width=6", "-p", "height=6", "--agent", "mcts", "-p", "exploration=0.7", "--iterations", "300", "--seed", "4")
        said = self.bench(*words)
        self.assertEqual((found.move, found.line, found.iterations, found.states), (said["chosen"], said["expected"], 300, said["nodal_states"]))
        rows = [(row["move"], row["visits"], row["mean"]) for row in said["root"]]  # type: ignore[attr-defined]
        self.assertEqual([(row["move"], row["visits"], row["mean"]) for row in found.root], rows)
        again = tb.search(position, "mcts", iterations=300, seed=4, exploration=0.7)
        self.assertEqual({**vars(again), "seconds": found.seconds}, vars(found))
        self.assertEqual(found.table("plain")["visits"], [row["visits"] for row in found.root])
        self.assertEqual(found.value, next(row["mean"] for row in found.root if row["move"] == found.move))

    def test_wrong_searches_raise(self) -> None:
        position = tb.game("breakthrough").start()
        with self.assertRaisesRegex(ValueError, "unknown agent `utc`; did you mean `uct`"):
            tb.search(position, "utc")
        with self.assertRaisesRegex(ValueError, "eksploration"):
            tb.search(position, "uct", eksploration=1.0)
        with self.assertRaisesRegex(ValueError, "one of iterations"):
            tb.search(position, "uct", iterations=1, states=1)
        for wrong in (0, 0.0, -1.0, float("nan")):
            with self.assertRaises((ValueError, TypeError)):
                tb.search(position, "uct", seconds=wrong)
        with self.assertRaises(TypeError):
            tb.search("a text", "uct")  # type: ignore[arg-type]

    def test_other_threads_run_meanwhile_and_ctrl_c_ends_a_search(self) -> None:
        position = tb.game("breakthrough").start()
        ticks = []
        ticking = threading.Thread(target=lambda: [ticks.append(time.sleep(0.01)) for _ in range(20)])
        ticking.start()
        timer = threading.Timer(0.4, signal.raise_signal, [signal.SIGINT])
        timer.start()
        for work in (lambda: tb.search(position, "uct", seconds=60), lambda: position.playouts(10**12)):
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                work()
            self.assertLess(time.monotonic() - began, 5.0)
            timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
            timer.start()
        timer.cancel()
        ticking.join()
        self.assertEqual(len(ticks), 20)


if __name__ == "__main__":
    unittest.main()
