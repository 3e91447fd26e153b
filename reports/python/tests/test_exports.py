"""Every export of every kind is read by other programs with their defaults, and keeps its types."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from .support import MATCH, STOPPED, TOURNAMENT, bench, needs, needs_bench, play

PLAYOUT = """# How long?
[experiment]
name = "flat"
kind = "playout"
games-per-cell = 60
[playout]
playouts = 20
max-moves = 12
seconds = 0
[grid]
game = ["tic-tac-toe", "connect-three"]
"""

SEARCH = """# Which move?
[experiment]
name = "searched"
kind = "search"
games-per-cell = 60
[search]
opening-moves = 4
[budget]
iterations = [10, 30]
[grid]
game = "tic-tac-toe"
[agent.uct.sweep]
exploration = [0.5, 1.0]
"""

TUNE = """# Which value?
[experiment]
name = "tuned"
kind = "tune"
[budget]
iterations = 10
[grid]
game = "tic-tac-toe"
[agent.uct]
[tune.uct]
exploration = { from = 0.1, to = 3.0, scale = "log", steps = 3 }
[tune]
method = "grid"
games = 60
confirm = 40
against = ["random"]
"""

#: Draws come late: scores are whole numbers in the first lines. A switch and a parameter that only one agent has are axes, too.
MIXED = """# Which?
[experiment]
name = "mixed"
kind = "match"
games-per-cell = 120
[budget]
iterations = 20
[grid]
game = ["breakthrough", "tic-tac-toe"]
[game.breakthrough.params]
width = 5
height = 5
[agent.uct.sweep]
exploration = [0.5, 1, 2.0]
[agent.mcts.sweep]
playout-in-expansion = [true, false]
[compare]
"*" = "random"
"""

KINDS = {"two": MATCH, "all": TOURNAMENT, "stopped": STOPPED, "flat": PLAYOUT, "searched": SEARCH, "tuned": TUNE, "mixed": MIXED}


@needs_bench
class Exports(unittest.TestCase):
    folder: Path
    columns: dict[str, dict[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = Path(holder.name)
        cls.columns = {}
        for name, text in KINDS.items():
            play(cls.folder, text, name)
            for form in ("csv", "jsonl", "parquet"):
                bench("export", name, "--format", form, "--out", f"{name}.{form}", cwd=cls.folder)
            told = bench("export", name, "--describe", cwd=cls.folder).splitlines()[2:]
            cls.columns[name] = {words[0]: words[1] for line in told if (words := line.split()) and not line.startswith(" ")}

    def kept(self, name: str, column: str, kind: str, known: dict[str, tuple[str, ...]]) -> None:
        """Asserts that a column was read with a type that fits its kind."""
        expected = self.columns[name][column]
        self.assertTrue(any(kind.lower().startswith(word) for word in known[expected]), f"{name}: {column} is {kind}, not {expected}")

    @needs("polars")
    def test_polars(self) -> None:
        import polars

        known = {"integer": ("int",), "number": ("float",), "boolean": ("bool",), "text": ("str",)}
        for name in KINDS:
            frames = [polars.read_csv(self.folder / f"{name}.csv"), polars.read_parquet(self.folder / f"{name}.parquet")]
            self.assertEqual(frames[0].columns, frames[1].columns)
            for frame in frames:
                self.assertGreater(frame.height, 30)
                for column, kind in frame.schema.items():
                    # The type of a column is guessed from its first 100 values.
                    if frame[column].head(100).null_count() < min(100, frame.height):
                        self.kept(name, column, str(kind), known)
            polars.read_ndjson(self.folder / f"{name}.jsonl")

    @needs("pandas")
    def test_pandas(self) -> None:
        import pandas

        known = {"integer": ("int", "float"), "number": ("float",), "boolean": ("bool", "object", "str"), "text": ("object", "str")}
        for name in KINDS:
            frame = pandas.read_csv(self.folder / f"{name}.csv")
            self.assertEqual(list(frame.columns), list(self.columns[name]))
            for column, kind in frame.dtypes.items():
                if frame[column].notna().any():
                    self.kept(name, column, str(kind), known)

    @needs("duckdb")
    def test_duckdb(self) -> None:
        import duckdb

        known = {"integer": ("bigint",), "number": ("double",), "boolean": ("boolean",), "text": ("varchar",)}
        for name in KINDS:
            for form in ("csv", "parquet"):
                found = duckdb.sql(f"SELECT * FROM '{self.folder / name}.{form}'")
                empty = duckdb.sql(f"SELECT * FROM (SUMMARIZE SELECT * FROM '{self.folder / name}.{form}') WHERE null_percentage = 100").fetchall()
                empty = {row[0] for row in empty}
                for column, kind in zip(found.columns, found.types, strict=True):
                    if column not in empty:
                        self.kept(name, column, str(kind), known)

    def test_readr(self) -> None:
        script = shutil.which("Rscript")
        if script is None or subprocess.run([script, "-e", "library(readr)"], capture_output=True, check=False).returncode != 0:
            self.skipTest("skipped: not installed: R with readr")
        for name in KINDS:
            code = f"d <- readr::read_csv('{self.folder / name}.csv'); stopifnot(nrow(readr::problems(d)) == 0, nrow(d) > 30)"
            subprocess.run([script, "-e", code], capture_output=True, check=True)

    def test_json_has_numbers(self) -> None:
        lines = [json.loads(line) for line in (self.folder / "mixed.jsonl").read_text(encoding="utf-8").splitlines()]
        values = {json.dumps(line["axes"].get("uct.exploration")) for line in lines}
        self.assertEqual(values, {"0.5", "1.0", "2.0", "null"})
        self.assertEqual({json.dumps(line["axes"].get("mcts.playout-in-expansion")) for line in lines}, {"true", "false", "null"})
        self.assertTrue(all(isinstance(line["candidate_score"], float) for line in lines))


if __name__ == "__main__":
    unittest.main()
