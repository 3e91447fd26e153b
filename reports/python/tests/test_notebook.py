"""The notebook recomputes a report from single games, and notices a number that is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from .support import MATCH, STOPPED, THREE, TOURNAMENT, needs, needs_bench, play

PACKAGE = Path(__file__).parent.parent


def recompute(path: Path, notebook: str = "recompute") -> subprocess.CompletedProcess[str]:
    """Runs a notebook as a script."""
    environment = os.environ | {"PYTHONPATH": str(PACKAGE)}
    return subprocess.run([sys.executable, "-B", PACKAGE / "notebooks" / f"{notebook}.py", path], env=environment, capture_output=True, text=True, check=False)


def left_out(printed: str) -> set[str]:
    """The tables and figures of which a notebook does not recompute everything."""
    return {line.split(": ")[1] for line in printed.splitlines() if line.startswith("not recomputed")}


@needs_bench
@needs("marimo")
class Notebook(unittest.TestCase):
    def test_every_number_of_the_tables_is_found_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            # Repeated games, games of three players, and graded scores among them.
            graded = MATCH.replace('["tic-tac-toe", "connect-four"]', '["backgammon-points", "reversi"]').replace("games-per-cell = 40", "games-per-cell = 8")
            graded = graded.replace("[grid]", '[game.backgammon-points]\nuse = "backgammon"\nparams = { stake = "points" }\n[grid]').replace("tiny", "graded")
            # Cells that share their seeds, and so few rounds that cells have a variance together only.
            common = MATCH.replace("[budget]", '[match]\nseeds = "common"\n[budget]').replace("tiny", "common")
            few = MATCH.replace("games-per-cell = 40", "games-per-cell = 4").replace("tiny", "few")
            for name, text in (("two", MATCH), ("three", THREE), ("graded", graded), ("common", common), ("few", few), ("single", few.replace("= 4\n", "= 2\n").replace("few", "single"))):
                done = recompute(play(Path(folder), text, name))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for table in ("win-rates", "numbers", "endings", "effort", "statistics"):
                    self.assertRegex(done.stdout, rf"\d+ values of the table {table} are the same")
                pictures = ("averages", "heat-map", "over-iterations", "over-uct-exploration", "lengths-connect-four") if name == "two" else ()
                for figure in pictures:
                    self.assertRegex(done.stdout, rf"\d+ values of the figure {figure} are the same")
                self.assertEqual(left_out(done.stdout), set())
                self.assertIn("does not recompute: " + ("scores" if name == "graded" else "none"), done.stdout)

    def test_sequential_tests_are_found_again(self) -> None:
        elo = STOPPED.replace("h0 = 50\nh1 = 55", 'unit = "elo"\nh0 = 0\nh1 = 40')
        normalised = STOPPED.replace("h0 = 50\nh1 = 55", 'unit = "normalised-elo"\nh0 = 0\nh1 = 70\nalpha = 0.01')
        interval = STOPPED.replace('"gsprt"\nh0 = 50\nh1 = 55', '"interval"\nwidth = 20\nat-least = 20')
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("points", STOPPED), ("elo", elo), ("normalised", normalised), ("interval", interval)):
                done = recompute(play(Path(folder), text, name))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for table in ("stopped", "win-rates", "numbers", "statistics"):
                    self.assertRegex(done.stdout, rf"\d+ values of the table {table} are the same")
                # The adjusted score needs the distribution of all stops, which other tests simulate.
                self.assertEqual([line for line in done.stdout.splitlines() if "not recomputed" in line], ["not recomputed: stopped: adjusted_percent"])

    def test_the_numbers_of_tournaments_are_found_again(self) -> None:
        adaptive = TOURNAMENT.replace("[tournament]", '[match]\nrandom-plies = 1\n[tournament]\npairing = "adaptive"\nrounds = 3').replace('"all"', '"adaptive"')
        three = TOURNAMENT.replace('["tic-tac-toe", "connect-four"]', '"connect-three"').replace("= 8", "= 12").replace('"all"', '"trio"')
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("all", TOURNAMENT), ("adaptive", adaptive), ("trio", three)):
                path = play(Path(folder), text, name)
                done = recompute(path, "tournament")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for table in ("standings", "crosstable-pairs", "cells", "effort"):
                    self.assertRegex(done.stdout, rf"\d+ values of the table {table} are the same")
                # What is resampled, and what other tests compare with OpenSpiel.
                left = {line.removeprefix("not recomputed: standings: ") for line in done.stdout.splitlines() if "not recomputed: standings" in line}
                rank = {f"rank_percent{end}" for end in ("", "_low", "_high")}
                self.assertLessEqual(left, {"elo_low", "elo_high", "los_percent", "nash_percent", "against_nash_percent"} | rank)
            file = path / "report" / "data" / "standings.csv"
            head, first, *rest = file.read_text(encoding="utf-8").splitlines()
            values = first.split(",")
            place = head.split(",").index("elo")
            values[place] = repr(float(values[place]) * (1 + 1e-9))
            file.write_text("\n".join([head, ",".join(values), *rest]) + "\n", encoding="utf-8")
            done = recompute(path, "tournament")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertRegex(done.stdout, "DIFFERENT: standings, .*, elo")

    def test_a_wrong_number_is_noticed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = play(Path(folder), MATCH, "two")
            file = path / "report" / "data" / "numbers.csv"
            head, first, *rest = file.read_text(encoding="utf-8").splitlines()
            values = first.split(",")
            place = head.split(",").index("score_percent_low")
            values[place] = repr(float(values[place]) * (1 + 1e-9))
            file.write_text("\n".join([head, ",".join(values), *rest]) + "\n", encoding="utf-8")
            done = recompute(path)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("DIFFERENT: numbers, row 1, score_percent_low", done.stdout)


if __name__ == "__main__":
    unittest.main()
