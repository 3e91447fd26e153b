"""Agents that play in processes of their own, tried on the installed package."""

from __future__ import annotations

import tempfile
import time
import unittest
import warnings
from pathlib import Path
from typing import Any

import treebench as tb

AGENTS = """\
import ctypes, sys, time
import treebench as tb

class Calm(tb.Agent):
    wrong = ""

    def start(self, game, player):
        self.name = game.name

    def choose(self, position, budget, rng):
        assert position.game.name == self.name == "tic-tac-toe" and position.game == tb.game("tic-tac-toe")
        while budget.another():
            budget.spend(2)
        if len(position.moves()) < 7 and rng.random() < 0.3:
            self.fail(position, budget)
        return rng.choice(position.moves())

    def fail(self, position, budget):
        pass

class Crash(Calm):
    def choose(self, position, budget, rng):
        print("a word on standard output", flush=True)
        return super().choose(position, budget, rng)

    def fail(self, position, budget):
        ctypes.string_at(0)

class Hang(Calm):
    def fail(self, position, budget):
        while True:
            pass

class Wrong(Calm):
    def fail(self, position, budget):
        position.play("z9")

class Endless(Calm):
    def fail(self, position, budget):
        while True:
            budget.another()
"""

MATCH = """# Is it better than chance?
[experiment]
name = "apart"
kind = "match"
seed = 3
games-per-cell = 8
[match]
failure = "void"
[budget]
iterations = 5
[grid]
game = "tic-tac-toe"
[agent.mine]
python = "agents.py:Calm"
[compare]
mine = "random"
"""


class Isolated(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "agents.py").write_text(AGENTS, encoding="utf-8")
        (self.folder / "x.toml").write_text(MATCH, encoding="utf-8")

    def games(self, agent: str, limit: str = "", **values: Any) -> dict[str, list[Any]]:
        given = {"agent.mine.python": f"agents.py:{agent}", **({"agent.mine.limit": limit} if limit else {}), **values}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            run = tb.run(self.folder / "x.toml", out=self.folder / f"{agent}{limit}", progress=False, threads=2, set=given)
        with run:
            found: dict[str, list[Any]] = run.games(["moves", "iterations", "states", "message"], library="plain")
            return found

    def test_the_same_class_plays_the_same_games(self) -> None:
        for agent in ("Calm", "Wrong", "Endless"):
            here, apart = self.games(agent), self.games(agent, "20s")
            columns = [name for name in here if name.startswith(("moves", "iterations", "states", "scores", "ending"))]
            self.assertEqual([here[name] for name in columns], [apart[name] for name in columns])
            self.assertEqual([bool(message) for message in here["message"]], [bool(message) for message in apart["message"]])
            self.assertEqual(any(here["message"]), agent != "Calm")
            self.assertEqual(here["message"], apart["message"])

    def test_a_crash_loses_one_game(self) -> None:
        crash = self.games("Crash", "20s")
        failed = [bool(message) for message in crash["message"]]
        self.assertTrue(any(failed) and not all(failed), crash["message"])
        self.assertIn("ended (signal 11)", "".join(crash["message"]))

    def test_a_hang_is_killed(self) -> None:
        began = time.monotonic()
        messages = self.games("Hang", "1s")["message"]
        failed = [message for message in messages if message]
        self.assertTrue(failed and len(failed) < len(messages), messages)
        self.assertIn("does not answer within 1.0 s", failed[0])
        self.assertLess(time.monotonic() - began, 40.0)

    def test_what_cannot_be_isolated(self) -> None:
        class Typed(tb.Agent):
            pass

        for wrong, words in (({"agent.mine.limit": "1ms"}, "from 10ms"), ({"agent.random.limit": "1s"}, "`limit` belongs to `python`")):
            with self.assertRaisesRegex(tb.ExperimentError, words):
                tb.run(self.folder / "x.toml", out=self.folder / "run", progress=False, set=wrong)
        with self.assertRaisesRegex(tb.ExperimentError, "has no file of its own"):
            tb.run(self.folder / "x.toml", out=self.folder / "run", progress=False, set={"agent.mine.limit": "1s"}, agents={"mine": Typed})


if __name__ == "__main__":
    unittest.main()
