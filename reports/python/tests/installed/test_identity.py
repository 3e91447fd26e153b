"""Who an agent is: its code, and what that reads."""

import tempfile
import unittest
from pathlib import Path

import treebench as tb
from treebench import _identity, _scripts

TABLE = [1]


class Guess:
    def value(self) -> int:
        return 1


class Typed(tb.Agent):
    guess = Guess()

    def choose(self, position, budget, rng):
        return TABLE, self.guess.value()


class Identity(unittest.TestCase):
    def test_relative_imports_belong_to_an_agent(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "inner").mkdir()
            for file, text in [("a.py", "from inner.x import f"), ("inner/x.py", "from .y import g\nfrom . import z"), ("inner/y.py", ""), ("inner/z.py", "")]:
                (folder / file).write_text(text + "\n")
            found = [str(file.relative_to(folder)) for file in _identity.files(folder / "a.py")]
            self.assertEqual(found, ["a.py", "inner/x.py", "inner/y.py", "inner/z.py"])

    def test_files_are_names(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "a.py"
            for text, words in (('"a.npz"', "expected a tuple or a list"), ("[1]", "expected a tuple or a list"), ('["a.npz"]', "there is no file .*a.npz")):
                path.write_text(f"import treebench as tb\nclass A(tb.Agent):\n    files = {text}\n", encoding="utf-8")
                with self.assertRaisesRegex(ValueError, words):
                    _scripts.identity("a.py:A", name)
            data = Path(name) / "a.npz"
            data.write_bytes(b"1")
            first = _scripts.identity("a.py:A", name)
            data.write_bytes(b"2")
            self.assertNotEqual(_scripts.identity("a.py:A", name), first)

    def test_what_a_typed_class_reads_belongs_to_it(self) -> None:
        first = _identity.hash_of_code(Typed)
        self.assertEqual(first, _identity.hash_of_code(Typed))
        TABLE[0] = 7
        second = _identity.hash_of_code(Typed)
        Guess.value = lambda self: 2
        self.assertEqual(len({first, second, _identity.hash_of_code(Typed)}), 3)
