"""Reading runs."""

from __future__ import annotations

import csv
import json
import math
import sqlite3
import subprocess
import tempfile
import time
import tomllib
import unittest
from pathlib import Path

import treebench

from .support import BENCH, MATCH, STOPPED, THREE, TOURNAMENT, bench, by_hand, needs, needs_bench, play


class Reading(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    @needs_bench
    def test_games_are_those_of_the_csv_export(self) -> None:
        for text, name in ((MATCH, "two"), (THREE, "three")):
            path = play(self.folder, text, name)
            with treebench.open(path) as run:
                games = run.games("all", library="plain")
            lines = list(csv.DictReader(bench("export", str(path), cwd=self.folder).splitlines()))
            self.assertEqual(len(games), len(lines))
            self.assertGreater(len(lines), 0)
            # The number and the labels of the cell are only here, the id only there.
            self.assertEqual(set(games) - {"cell", "game", "name"}, set(lines[0]) - {"id"})
            for row, line in zip(games.rows(), lines, strict=True):
                for column in set(line) - {"id"}:
                    value = row[column]
                    if isinstance(value, (int, float)):
                        self.assertEqual(float(line[column]), value, column)
                    else:
                        self.assertIn(line[column], (value or "", f"'{value}"), column)

    @needs_bench
    def test_labels_are_beside_the_values(self) -> None:
        text = MATCH + '[label]\nuct = "UCT"\nexploration = "C"\n"0.5" = "half"\n'
        with treebench.open(play(self.folder, text.replace("games-per-cell = 40", "games-per-cell = 2"))) as run:
            games = run.games(library="plain")
        pairs = set(zip(games["axis.uct.exploration"], games["label.uct.exploration"], strict=True))
        self.assertEqual(pairs, {(0.5, "half"), (1.0, "1.0")})
        self.assertNotIn("label.game", games)

    @needs_bench
    def test_cells_config_and_payoffs(self) -> None:
        with treebench.open(play(self.folder, MATCH)) as run:
            self.assertEqual((run.name, run.kind), ("tiny", "match"))
            self.assertEqual(run.config, tomllib.loads((run.path / "resolved.toml").read_text()))
            self.assertEqual(run.config["experiment"]["games-per-cell"], 40)
            cells = run.cells(library="plain")
            self.assertEqual(len(cells), 8)
            self.assertEqual(cells["tasks"], [40] * 8)
            self.assertEqual((set(cells["axis.uct.exploration"]), set(cells["axis.iterations"])), ({0.5, 1.0}, {5, 20}))
            games = run.games(library="plain")
            for place in range(8):
                scores = [score for cell, score in zip(games["cell"], games["candidate_score"], strict=True) if cell == place]
                self.assertAlmostEqual(cells["score"][place], sum(scores) / 40, places=12)
            self.assertIn("µs", run.describe()["micros"])
            with self.assertRaisesRegex(KeyError, "no column 'sats'"):
                run.games(["sats"])
            with self.assertRaisesRegex(KeyError, "no game 'go'"):
                run.payoff("go")
            payoff = run.payoff("tic-tac-toe")
            self.assertEqual(sum(payoff.counts.values()), 160)
            matrix = payoff.matrix()
            one, two = 0, payoff.strategies.index("random (iterations 5)")
            self.assertAlmostEqual(matrix[one][two] + matrix[two][one], 1.0, places=12)

    @needs_bench
    def test_payoffs_of_three_players(self) -> None:
        with treebench.open(play(self.folder, THREE)) as run:
            payoff = run.payoff()
            games = run.games(library="plain")
        self.assertEqual((payoff.players, len(payoff.strategies)), (3, 3))
        with self.assertRaisesRegex(ValueError, "for two players"):
            payoff.matrix()
        distributions, payoffs = payoff.heuristic_payoff_table()
        self.assertEqual(distributions, [[1, 1, 1]])
        self.assertAlmostEqual(sum(payoffs[0]), 1.0, places=12)
        # The first strategy is the candidate of the only cell.
        self.assertAlmostEqual(payoffs[0][0], sum(games["candidate_score"]) / 12, places=12)
        tables = payoff.meta_games()
        for profile, scores in payoff.seated.items():
            at = [payoff.strategies.index(name) for name in profile]
            for seat in range(3):
                self.assertEqual(tables[seat][at[0]][at[1]][at[2]], scores[seat])
        self.assertTrue(math.isnan(tables[0][0][0][0]))

    @needs_bench
    def test_payoffs_of_a_tournament(self) -> None:
        with treebench.open(play(self.folder, TOURNAMENT)) as run:
            payoff = run.payoff()
            games = run.games(library="plain")
        self.assertEqual(sum(payoff.counts.values()), len(games))
        self.assertEqual(len(games), 2 * 3 * 8)
        names = [strategy.split(" ")[0] for strategy in payoff.strategies]
        self.assertEqual(sorted(names), ["flat-mc", "random", "uct"])
        self.assertEqual(payoff.missing(), [])
        # Row and column add up to one where they have met, and an agent has not met itself.
        matrix = payoff.matrix()
        for one in range(3):
            self.assertTrue(math.isnan(matrix[one][one]))
            for two in range(one):
                self.assertAlmostEqual(matrix[one][two] + matrix[two][one], 1.0, places=12)
        distributions, _ = payoff.heuristic_payoff_table()
        self.assertEqual(distributions, [[1, 1, 0], [1, 0, 1], [0, 1, 1]])

    @needs_bench
    def test_games_beyond_a_stop_do_not_count(self) -> None:
        path = play(self.folder, STOPPED)
        lines = list(csv.DictReader(bench("export", str(path), cwd=self.folder).splitlines()))
        with treebench.open(path) as run:
            self.assertEqual(len(run.games(library="plain")), sum(line["counts"] == "1" for line in lines))
            games = run.games(library="plain", all_tasks=True)
            self.assertEqual([str(counts) for counts in games["counts"]], [line["counts"] for line in lines])
        self.assertLess(len(lines), 800)

    @needs_bench
    def test_a_run_in_progress_is_read(self) -> None:
        text = MATCH.replace("games-per-cell = 40", "games-per-cell = 4000").replace("[5, 20]", "[200]")
        (self.folder / "long.toml").write_text(text, encoding="utf-8")
        command = [BENCH, "run", "long.toml", "--out", "long", "--threads", "1"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                counts = []
                for _ in range(600):
                    self.assertIsNone(process.poll(), "the run ended before it could be read")
                    try:
                        with treebench.open(self.folder / "long") as run:
                            counts.append(len(run.games(library="plain")))
                    except (treebench.RunError, sqlite3.OperationalError):
                        # The directory is being made.
                        self.assertFalse(counts, "a run that could be read before cannot be read")
                    if len(set(counts)) >= 3:
                        break
                    time.sleep(0.05)
                self.assertGreaterEqual(len(set(counts)), 3)
                self.assertEqual(counts, sorted(counts))
            finally:
                process.kill()

    def test_what_does_not_count_is_left_out(self) -> None:
        path = by_hand(self.folder / "x", cells=2, games=10)
        plan = json.loads((path / "plan.json").read_text())
        plan["cells"][1]["counted"] = "0-3 6"
        (path / "plan.json").write_text(json.dumps(plan))
        with treebench.open(path) as run:
            self.assertEqual(run.cells(library="plain")["tasks"], [10, 5])
            games = run.games(library="plain", all_tasks=True)
            self.assertEqual(games["counts"], [1] * 10 + [1, 1, 1, 1, 0, 0, 1, 0, 0, 0])
            self.assertEqual(run.games(library="plain")["task"], [*range(10), 0, 1, 2, 3, 6])

    def test_other_directories_are_refused(self) -> None:
        with self.assertRaisesRegex(treebench.RunError, "not a run directory"):
            treebench.open(self.folder)
        path = by_hand(self.folder / "x", cells=1, games=1)
        with sqlite3.connect(path / "results.sqlite") as file:
            file.execute("PRAGMA user_version = 99")
        with self.assertRaisesRegex(treebench.RunError, "format 99, written by a newer version"):
            treebench.open(path)
        with sqlite3.connect(path / "results.sqlite") as file:
            file.execute("PRAGMA application_id = 5")
        with self.assertRaisesRegex(treebench.RunError, "another program"):
            treebench.open(path)
        (path / "plan.json").unlink()
        with self.assertRaisesRegex(treebench.RunError, "an older version played it"):
            treebench.open(path)

    @needs("polars", "pandas")
    def test_frames_hold_the_same_values(self) -> None:
        with treebench.open(by_hand(self.folder / "x", cells=2, games=8)) as run:
            plain = run.games(library="plain")
            self.assertEqual(run.games(library="polars").to_dict(as_series=False), dict(plain))
            self.assertEqual(run.games(library="pandas").to_dict(orient="list"), dict(plain))
            self.assertEqual(type(run.cells()).__module__.split(".")[0], "polars")
            with self.assertRaisesRegex(ValueError, "unknown library 'spark'"):
                run.games(library="spark")

    def test_a_matrix_by_hand(self) -> None:
        with treebench.open(by_hand(self.folder / "x", cells=1, games=4)) as run:
            payoff = run.payoff()
            games = run.games(library="plain")
        self.assertEqual((games["round"], games["winner"]), ([0, 0, 1, 1], ["one", "", "two", "one"]))
        # Seats and scores of the four games: `one` has 1, 0.5, 0 and 1 points.
        self.assertEqual(payoff.matrix()[0][1], 0.625)
        self.assertEqual(payoff.heuristic_payoff_table(), ([[1, 1]], [[0.625, 0.375]]))
        self.assertEqual(payoff.missing(), [])


if __name__ == "__main__":
    unittest.main()
