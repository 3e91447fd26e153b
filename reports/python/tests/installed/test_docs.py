"""The examples of the package's page give what they say, and the package is typed."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path

import treebench

PAGE = Path(__file__).parents[2] / "README.md"

USE = """\
import treebench as tb

game: tb.Game = tb.game("rbg/hex", size=7)
position: tb.Position = game.start()
found: tb.Search = tb.search(position, "mcts", iterations=10)
value: float = found.value or 0.0
run: tb.Run = tb.run("x.toml", set={"experiment.seed": 3})

class Mine(tb.Agent):
    def choose(self, position: tb.Position, budget: tb.Budget, rng: object) -> str:
        return position.moves()[0]

position.play(None)
"""


class Docs(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(holder.name)

    def test_the_examples_of_the_page(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        config = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
        assert config is not None
        # The class is given by value there.
        Path("experiment.toml").write_text(re.sub(r"^python = .*$", "", config[1], flags=re.MULTILINE), encoding="utf-8")
        test = doctest.DocTestParser().get_doctest(re.sub(r"(?m)^```.*$", "", text), {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(test.examples), 15)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL if sys.version_info < (3, 11) else 0)
        said: list[str] = []
        runner.run(test, out=said.append)
        self.assertEqual(said, [])

    @unittest.skipIf(find_spec("mypy") is None, "skipped: not installed: mypy")
    def test_types(self) -> None:
        Path("use.py").write_text(USE, encoding="utf-8")
        mypy = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "-p", "treebench", "-m", "use"]
        said = subprocess.run(mypy, capture_output=True, text=True, check=False).stdout
        self.assertRegex(said, r'^use.py:13: error: Argument 1 to "play" of "Position" has incompatible type "None"; expected "str \| int".*\n$')

    def test_the_oldest_python_reads_the_package(self) -> None:
        for file in Path(treebench.__file__).parent.rglob("*.py"):
            ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()
