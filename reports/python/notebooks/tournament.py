"""Recomputes the numbers of a tournament's report from the games alone, and compares them with the report's own data files.

    python notebooks/tournament.py results/league         # prints what was compared; exit code 1 if a number differs
    marimo edit notebooks/tournament.py -- results/league

Standings, the crosstable, ratings in every game, cells and effort. Intervals of ratings and likelihoods of superiority are made of resampled games, by
random numbers of treebench's own; α-rank and Nash averaging are compared with OpenSpiel's by tests. The notebook names both as not recomputed.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import csv
    import math
    import sys
    from pathlib import Path

    import marimo as mo

    import treebench
    from treebench import averages as av
    from treebench import ratings, statistics as st

    return Path, av, csv, math, mo, ratings, st, sys, treebench


@app.cell
def _(Path, sys, treebench):
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "results/league")
    run = treebench.open(folder)
    cells = run.plan["cells"]
    others = {axis for cell in cells for axis in cell["axes"] if len({other["axes"].get(axis) for other in cells}) > 1} - {"game", "first", "second"}
    others = {axis for axis in others if not axis.startswith("player")}
    if run.kind != "tournament" or others:
        sys.exit("this notebook recomputes reports of one tournament, without several budgets, settings or swept games")
    games = run.games("all", library="plain")
    return cells, folder, games, run


@app.cell
def _(mo, run):
    mo.md(f"""
    # {run.name}

    {run.plan["question"]} Every number below is computed from single games and compared with the report.
    """)
    return


@app.cell
def _(cells, games, st):
    # Per cell: its games, and its rounds with the scores of the players in the order of the cell.
    class Numbers:
        def __init__(self, cell, rows):
            self.cell = cell
            self.game = cell["axes"].get("game", cell["game"]["label"])
            self.names = [agent["name"] for agent in cell["agents"]]
            self.played, self.rows = len(rows), rows
            players = cell["game"]["players"]
            low, high = cell["game"]["scores"]
            self.scores, self.games = [], []
            rounds = {}
            for row in rows:
                seats = [row[f"seats.{seat}"] for seat in range(players)]
                group = rounds.setdefault(row["task"] // players if cell["settings"]["swap-seats"] else row["task"], [])
                if row["ending"] in ("rules", "length-cap"):
                    scores = {agent: (row[f"scores.{seat}"] - low) / (high - low) for seat, agent in enumerate(seats)}
                    self.scores.append(scores[0])
                    # Games that begin with openings are the same if they end alike.
                    self.games.append(str(row["continuation"] or row["moves"]))
                    group.append((self.games[-1], scores))
            self.rounds = []
            for group in rounds.values():
                moves = sorted(moves for moves, _ in group)
                sums = tuple(sum(scores[agent] for _, scores in group) for agent in range(len(self.names)))
                self.rounds.append(st.Round(tuple(moves) if group and all(moves) else None, len(group), sums))
            self.clusters = st.clusters(self.rounds)

        def against(self, one, two):
            """Games and the score of one player against another, per cluster: half a point a game, and half the difference of their scores."""
            a, b = self.names.index(one), self.names.index(two)
            return [(count, (count + sums[a] - sums[b]) / 2) for count, sums in self.clusters]

        def once(self, one, two):
            """The score of one player against another in all rounds, of which repeated ones count once."""
            times = {}
            for found in self.rounds:
                if found.games:
                    times.setdefault(found.key, []).append(found)
            a, b = self.names.index(one), self.names.index(two)
            score = lambda found: (found.games + found.sums[a] - found.sums[b]) / 2
            repeated = sum(sum(map(score, found)) / len(found) for key, found in times.items() if key is not None)
            return repeated + sum(map(score, times.get(None, [])))

    by_cell = {}
    for values in zip(*games.values()):
        by_cell.setdefault(values[0], []).append(dict(zip(games, values)))
    numbers = [Numbers(cell, by_cell.get(place, [])) for place, cell in enumerate(cells)]
    players = sorted({name for found in numbers for name in found.names})
    boards = list(dict.fromkeys(found.game for found in numbers))
    return boards, numbers, players


@app.cell
def _(av, boards, numbers, players, ratings, st):
    # The tables of the report, computed again: per table its rows by the columns that name them.
    def points_of(board):
        points = [[0.0] * len(players) for _ in players]
        for found in (found for found in numbers if found.game == board):
            for one in found.names:
                for two in (name for name in found.names if name != one):
                    points[players.index(one)][players.index(two)] += found.once(one, two)
        return points

    def meeting(board, one, two):
        met = [found for found in numbers if found.game == board and one in found.names and two in found.names]
        return [st.Round(None, count, (score, count - score)) for found in met for count, score in found.against(one, two)]

    percent = lambda values: [100 * value for value in values]
    points = {board: points_of(board) for board in boards}
    whole = ratings.pooled(list(points.values()))
    strengths = ratings.bradley_terry(whole)
    played = lambda name, board=None: sum(len(found.scores) for found in numbers if name in found.names and board in (None, found.game))

    def standings():
        order = sorted(players, key=lambda name: (not played(name), -strengths[players.index(name)]))
        for rank, name in enumerate(order, 1):
            place = players.index(name)
            won, lost = sum(whole[place]), sum(row[place] for row in whole)
            notes = {(True, True): "", (True, False): "won every game", (False, True): "lost every game"}
            row = {"rank": rank, "games": played(name)} | ({"elo": ratings.elo(strengths[place])} if played(name) else {})
            # What failures could make of a rank is not computed again.
            if not any(found.played > len(found.scores) or any(game["culprit"] in range(len(found.names)) for game in found.rows) for found in numbers):
                row["note"] = notes.get((won > 0, lost > 0), "no game with a result")
            yield (name,), row | ({"score_percent": 100 * won / (won + lost)} if won + lost else {})

    def crosstable():
        found = {}
        for place, one in enumerate(players):
            for two in players[place + 1 :]:
                rounds = [rounds for board in boards if (rounds := [found for found in meeting(board, one, two) if found.games])]
                if len(rounds) == 1:
                    judged = st.judge(rounds[0], 0.5)
                    mean, (low, high), p = judged.estimate.mean, judged.interval, judged.p
                elif rounds:
                    average = av.Contrast.of([av.Series(1 / len(rounds), own) for own in rounds])
                    mean, (low, high), p = average.value, average.interval(), average.p(0.5)
                else:
                    continue
                met = [cell for cell in numbers if one in cell.names and two in cell.names]
                missing = sum(cell.played - len(cell.scores) for cell in met)
                found[one, two] = mean, low, high, p, sum(own.games for those in rounds for own in those), missing
        adjusted = st.holm([values[3] for values in found.values()])
        for ((one, two), (mean, low, high, p, count, missing)), holm in zip(found.items(), adjusted):
            for forward, names in ((True, (one, two)), (False, (two, one))):
                value, ends = (mean, (low, high)) if forward else (1 - mean, (1 - high, 1 - low))
                verdict = "undecided" if p > 0.05 else "better" if value > 0.5 else "worse"
                row = {"score_percent": 100 * value, "score_percent_verdict": verdict, "games": count, "without_result": missing, "p": p, "p_holm": holm}
                yield names, row | dict(zip(("score_percent_low", "score_percent_high"), percent(ends)))

    def heading(board):
        return "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in board.lower()).split())

    def in_games():
        logs = {board: ratings.bradley_terry(points[board]) for board in boards}
        for place, name in enumerate(players):
            yield (name,), {heading(board): ratings.elo(logs[board][place]) for board in boards if played(name, board)}

    def of_cells():
        for found in numbers:
            row = {"w": found.scores.count(1.0), "l": found.scores.count(0.0), "failed": found.played - len(found.scores)}
            row["d"] = len(found.scores) - row["w"] - row["l"]
            row["distinct"] = len({game for game in found.games if game}) + sum(not game for game in found.games)
            if found.scores:
                judged = st.judge(found.rounds, 1 / len(found.names))
                row |= {"score_percent": 100 * judged.estimate.mean, "score_percent_verdict": judged.verdict, "p": judged.p}
                row |= dict(zip(("score_percent_low", "score_percent_high"), percent(judged.interval)))
            yield (found.game, found.names[0], ", ".join(found.names[1:])), row

    def effort():
        for name in players:
            spent = dict.fromkeys(("turns", "iterations", "states", "micros"), 0)
            failures = cut = 0
            for found in (found for found in numbers if name in found.names):
                agent = found.cell["agents"][found.names.index(name)]["agent"]
                for row in found.rows:
                    seat = next(seat for seat in range(len(found.names)) if row[f"seats.{seat}"] == found.names.index(name))
                    spent = {what: total + row[f"{what}.{seat}"] for what, total in spent.items()}
                    failures += row["culprit"] == seat
                    cut += row["ending"] == "length-cap"
            row = {"agent": agent, "turns": spent["turns"], "failures": failures, "cut_off": cut}
            if turns := spent["turns"]:
                row |= {f"{what}_per_turn": spent[what] / turns for what in ("iterations", "states")} | {"time_ms_per_turn": spent["micros"] / 1000.0 / turns}
            yield (name,), row

    tables = {
        "standings": (("player",), dict(standings())),
        "crosstable-pairs": (("player", "against"), dict(crosstable())),
        "games": (("player",), dict(in_games())),
        "cells": (("game", "first", "against"), dict(of_cells())),
        "effort": (("player",), dict(effort())),
    }
    return (tables,)


@app.cell
def _(csv, folder, math, run, tables):
    # Beside the report. Its files have twelve digits, so a number may differ by 10⁻¹¹ of its size, a word not at all.
    def same(mine, theirs):
        if isinstance(mine, str):
            return mine == theirs
        told = float(theirs)
        return mine == told or math.isclose(mine, told, rel_tol=1e-11, abs_tol=1e-12)

    # Where pairs were chosen by results, they are judged by bets in the order of the games, which is not written here a second time.
    adaptive = run.config.get("tournament", {}).get("pairing") == "adaptive"
    by_bets = {f"score_percent_{end}" for end in ("low", "high", "verdict")} | {"p", "p_holm"} if adaptive else set()
    compared, differences, unknown = {}, [], set()
    for name, (keys, rows) in tables.items():
        file = folder / "report" / "data" / f"{name}.csv"
        if not file.exists():
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            told = list(csv.DictReader(lines))
        for theirs in told:
            key = tuple(theirs.pop(column) for column in keys)
            mine = rows.get(key)
            if mine is None:
                differences.append(f"{name}, {', '.join(key)}: not here")
                continue
            for column, value in theirs.items():
                if (column not in mine or name == "crosstable-pairs" and column in by_bets) and value != "":
                    unknown.add(f"{name}: {column}")
                elif value == "" and mine.get(column, "") != "" or value != "" and not same(mine[column], value):
                    differences.append(f"{name}, {', '.join(key)}, {column}: {value} in the report, {mine.get(column)!r} here")
                elif value != "":
                    compared[name] = compared.get(name, 0) + 1
    others_left = sorted(path.stem for path in (folder / "report" / "data").glob("*.csv") if path.stem not in tables)
    return compared, differences, others_left, unknown


@app.cell
def _(compared, differences, mo, others_left, unknown):
    summary = [f"{count} values of the table {name} are the same" for name, count in compared.items()]
    summary += [f"not recomputed: {place}" for place in sorted(unknown)]
    summary.append(f"tables and figures of the report that this notebook does not recompute: {', '.join(others_left) or 'none'}")
    summary += [f"DIFFERENT: {difference}" for difference in differences]
    mo.md("\n".join(f"* {line}" for line in summary))
    return (summary,)


@app.cell
def _(differences, mo, summary, sys):
    if mo.app_meta().mode == "script":
        print("\n".join(summary))
        if differences:
            sys.exit(1)
    return


if __name__ == "__main__":
    app.run()
