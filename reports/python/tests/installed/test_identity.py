"""Who an agent is: its code, and what that reads."""

import ast
import functools
import importlib
import sys
import tempfile
import threading
import unittest
import warnings
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import treebench as tb
from treebench import _identity, _memory, _scripts

TABLE = [1]


class Guess:
    def value(self) -> int:
        return 1


class Typed(tb.Agent):
    guess = Guess()

    def choose(self, position, budget, rng):
        return TABLE, self.guess.value()


LOADED = """\
import treebench as tb
import loaded_helper

DEPTH = 3
width = 2
calls = 0
counted = 0

class Loaded(tb.Agent):
    WIDTH = (1, 2)

    def choose(self, position, budget, rng):
        global calls
        calls += 1
        loaded_helper.count()
        return loaded_helper.first(position, [DEPTH, lambda: 1])
"""

HELPER = """\
import sys

def count():
    sys.modules["loaded"].counted += 1

def first(position, depth):
    return position.moves()[0]
"""


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
            for text, words in (('"a.npz"', "expected a tuple or a list"), ("[1]", "expected a tuple or a list"), ('["a.npz"]', "no such file: .*a.npz")):
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

    def test_what_a_class_closes_over_belongs_to_it(self) -> None:
        """A function makes classes of one name, which differ in what they close over."""

        def make(depth: Any) -> type[tb.Agent]:
            class Made(tb.Agent):
                def choose(self, position, budget, rng):
                    return depth, super().__class__

            return Made

        values = (1, 2, (1, [2]), {"a": {3, 4}}, Guess(), functools.partial(max, 2), functools.partial(max, 3), Fraction(1, 3), Path("a"), max)
        specs = [_scripts.given("mine", make(value)) for value in values]
        self.assertEqual(len({_scripts.identity(spec, "") for spec in specs}), len(values))
        self.assertEqual(len(set(specs)), len(values), "each plays as itself")
        self.assertTrue(all(spec == _scripts.given("mine", make(value)) for spec, value in zip(specs, values)))
        with self.assertRaisesRegex(ValueError, "closes over `depth`, in which the content of a .* cannot be told"):
            _scripts.given("mine", make(threading.Lock()))
        # Only what a function made has its closures in its identity: a class of the module is its file.
        self.assertNotIn("made as", _scripts.identity(_scripts.given("typed", Typed), ""))

    def test_two_classes_of_one_name_do_not_play_as_one(self) -> None:
        other = type("Typed", (tb.Agent,), {"guess": 2, "__module__": __name__})
        with warnings.catch_warnings(), self.assertRaisesRegex(ValueError, "`a` and `b` are two classes that are both called Typed"):
            warnings.simplefilter("ignore")
            tb.run("absent.toml", agents={"a": Typed, "b": other})

    def test_weights_are_hashed_once(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "a.py"
            path.write_text('import treebench as tb\nclass A(tb.Agent):\n    files = ["a.npz"]\n', encoding="utf-8")
            data = path.with_name("a.npz")
            data.write_bytes(b"1")
            reads = []

            def read(file: Path) -> bytes:
                reads.append(file.name)
                with open(file, "rb") as opened:
                    return opened.read()

            with mock.patch.object(Path, "read_bytes", read), mock.patch.object(_identity, "SETTLED", -1):
                first = _scripts.identity("a.py:A", name)
                agents = [_scripts.build("a.py:A", name, first, {}) for _ in range(3)]
                self.assertLessEqual(reads.count("a.npz"), 1)
                data.write_bytes(b"22")
                with self.assertRaisesRegex(ValueError, "not the agent of this experiment any more"):
                    _scripts.build("a.py:A", name, first, {})
            self.assertEqual(len(agents), 3)


class Memory(unittest.TestCase):
    """Classes that are given by value, and files that say something else."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "loaded.py").write_text(LOADED, encoding="utf-8")
        (self.folder / "loaded_helper.py").write_text(HELPER, encoding="utf-8")
        sys.path.insert(0, holder.name)
        self.addCleanup(sys.path.remove, holder.name)
        self.addCleanup(sys.modules.pop, "loaded_helper", None)
        self.addCleanup(sys.modules.pop, "loaded", None)
        importlib.invalidate_caches()
        self.module = importlib.import_module("loaded")
        self.helper = sys.modules["loaded_helper"]

    def who(self, words: str = "", agent: Any = None) -> str:
        """The identity of the class, and that a warning has these words; without words, that there is none."""
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            spec = _scripts.given("mine", agent or self.module.Loaded)
        self.assertEqual(len(said), int(bool(words)), [str(warning.message) for warning in said])
        self.assertIn(words, "".join(str(warning.message) for warning in said))
        return _scripts.identity(spec, "")

    def again(self, *modules: ModuleType) -> None:
        """Imports anew, whatever the times of files."""
        for module in modules:
            Path(importlib.util.cache_from_source(str(module.__file__))).unlink(missing_ok=True)
            importlib.reload(module)

    def test_what_is_in_memory_plays(self) -> None:
        by_file = _scripts.identity("loaded.py:Loaded", str(self.folder))
        self.module.calls = self.module.counted = 7
        self.assertEqual(self.who(), by_file)
        for name in ("loaded.py", "loaded_helper.py"):
            path = self.folder / name
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("[0]", "[-1]").replace("DEPTH = 3", "DEPTH = 4"), encoding="utf-8")
            old = self.who("has changed since it was imported")
            self.assertIn("memory ", old)
            self.assertEqual(self.who("has changed"), old)
            with self.assertRaisesRegex(ValueError, "has changed since it was imported: a process of its own"):
                _scripts.check(f"{self.folder / 'loaded.py'}:Loaded", "", {}, True)
            path.write_text(text, encoding="utf-8")
            self.assertEqual(self.who(), by_file)
        # A class that was imported before the module was reloaded is another.
        (self.folder / "loaded.py").write_text(LOADED.replace("lambda: 1", "lambda: 2"), encoding="utf-8")
        before = self.module.Loaded
        self.again(self.module)
        after = self.who()
        self.assertNotEqual(after, by_file)
        self.assertNotEqual(self.who("`Loaded.choose` is not what loaded.py says", before), after)

    def test_modules_that_nobody_changed(self) -> None:
        for name in ("argparse", "dataclasses", "datetime", "enum", "fractions", "heapq", "http.client", "json.encoder", "statistics", "string", "unittest.case", "weakref"):
            module = importlib.import_module(name)
            assert module.__file__ is not None
            text = Path(module.__file__).read_text(encoding="utf-8")
            codes = _memory._codes(compile(text, module.__file__, "exec", dont_inherit=True))
            tree = ast.parse(text)
            self.assertEqual(_memory._other(tree.body, vars(module), codes, set(_memory._attributes(tree))), "", name)

    def test_what_was_set_in_memory_plays(self) -> None:
        by_file = self.who()
        known = {by_file}
        for place, name, value, words in (
            (self.module, "DEPTH", 5, "`DEPTH` is not what loaded.py says"),
            (self.module, "width", 5, "`width` is not what loaded.py says"),
            (self.module.Loaded, "WIDTH", (1, 3), "`Loaded.WIDTH`"),
            (self.module.Loaded, "choose", lambda self, position, budget, rng: position.moves()[1], "`Loaded.choose`"),
            (self.helper, "first", lambda position, depth: position.moves()[2], "`first` is not what loaded_helper.py says"),
        ):
            with mock.patch.object(place, name, value):
                known.add(self.who(words))
        self.assertEqual((self.who(), len(known)), (by_file, 6))
