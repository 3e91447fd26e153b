"""Other programs read a Parquet export, and find the values of the CSV export."""

from __future__ import annotations

import csv
import json
import tempfile
import unittest
from pathlib import Path

from .support import MATCH, THREE, bench, needs, needs_bench, play


@needs_bench
class Parquet(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = Path(holder.name)
        for text, name in ((MATCH, "two"), (THREE, "three")):
            play(cls.folder, text, name)
            bench("export", name, "--format", "parquet", "--out", f"{name}.parquet", cwd=cls.folder)
            bench("export", name, "--out", f"{name}.csv", cwd=cls.folder)

    def same(self, name: str, rows: list[dict[str, object]]) -> None:
        """Asserts that rows are those of the CSV file. Spreadsheets would evaluate what begins like a formula: it has a quote there."""
        with open(self.folder / f"{name}.csv", encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(lines))
        self.assertGreater(len(rows), 10)
        for row, line in zip(rows, lines, strict=True):
            self.assertEqual(list(row), list(line))
            for column, value in row.items():
                if isinstance(value, (int, float)):
                    self.assertEqual(float(line[column]), value, column)
                else:
                    self.assertIn(line[column], ("" if value is None else value, f"'{value}"), column)

    @needs("pyarrow")
    def test_pyarrow(self) -> None:
        import pyarrow.parquet

        for name in ("two", "three"):
            table = pyarrow.parquet.read_table(self.folder / f"{name}.parquet")
            self.same(name, table.to_pylist())
        metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
        columns = {column["name"]: column for column in json.loads(metadata["treebench.columns"])}
        self.assertEqual(list(columns), table.schema.names)
        self.assertEqual((columns["micros.0"]["unit"], columns["micros.0"]["type"]), ("µs", "integer"))
        self.assertTrue(all(column["doc"] for column in columns.values()))
        types = {"integer": "int64", "number": "double", "text": "string"}
        for field in table.schema:
            self.assertIn(types[columns[field.name]["type"]], str(field.type), field.name)
        self.assertIn("[experiment]", metadata["treebench.config"])

    @needs("polars")
    def test_polars(self) -> None:
        import polars

        for name in ("two", "three"):
            self.same(name, polars.read_parquet(self.folder / f"{name}.parquet").to_dicts())

    @needs("duckdb")
    def test_duckdb(self) -> None:
        import duckdb

        for name in ("two", "three"):
            found = duckdb.sql(f"SELECT * FROM read_parquet('{self.folder / name}.parquet')")
            self.same(name, [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()])


if __name__ == "__main__":
    unittest.main()
