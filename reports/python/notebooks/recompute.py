"""Recomputes the numbers of a match report from the games alone, and compares them with the report's own data files.

    python notebooks/recompute.py results/quickstart      # prints what was compared; exit code 1 if a number differs
    marimo edit notebooks/recompute.py -- results/quickstart

The report must have been written (`bench run` and `bench report` do). A marimo notebook is a Python file, so that it can be read and
compared like one.
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
    from treebench import sequential
    from treebench import statistics as st

    return Path, av, csv, math, mo, sequential, st, sys, treebench


@app.cell
def _(Path, sys, treebench):
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "results/quickstart")
    run = treebench.open(folder)
    if run.kind != "match":
        sys.exit("this notebook recomputes reports of matches; tournament.py is that of tournaments")
    games = run.games("all", library="plain")
    cells = run.plan["cells"]
    return cells, folder, games, run


@app.cell
def _(mo, run):
    mo.md(f"""
    # {run.name}

    {run.plan["question"]} Every number below is computed from single games by `treebench.statistics` and compared with the report.
    """)
    return


@app.cell
def _(av, cells, games, run, sequential, st):
    # Per cell: what its games come to.
    class Numbers:
        def __init__(self, place):
            cell = cells[place]
            self.cell = cell
            self.players = cell["game"]["players"]
            low, high = cell["game"]["scores"]
            rows = [dict(zip(games, values)) for values in zip(*games.values()) if values[0] == place]
            self.even = 1 / self.players
            self.gather(rows, low, high)
            self.sequence = None
            if "stop" in run.config:
                # Games that were played past a decision count for nothing.
                size = self.players if cell["settings"]["swap-seats"] else 1
                most = run.plan["tasks_per_cell"]
                self.sequence = sequential.Stopping.over(run.config["stop"], most, size, self.even, self.rounds)
                self.gather([row for row in rows if row["task"] < self.sequence.games], low, high)
                self.judged = self.sequence.judge(st.estimate_of_rounds(self.rounds))
            else:
                self.judged = st.judge(self.rounds, self.even)

        def gather(self, rows, low, high):
            cell = self.cell
            self.played = len(rows)
            self.endings = [row["ending"] for row in rows]
            self.scores, self.by_seat, self.plies, self.moves, self.games, self.graded = [], [[] for _ in range(self.players)], [], [], [], []
            agents = len(cell["agents"])
            self.failures = [0] * agents
            self.spent = [dict.fromkeys(("turns", "iterations", "states", "micros", "cpu_micros", "turns_over"), 0) for _ in range(agents)]
            self.longest = [0] * agents
            rounds = {}
            for row in rows:
                seats = [row[f"seats.{seat}"] for seat in range(self.players)]
                for seat, agent in enumerate(seats):
                    for what in self.spent[agent]:
                        self.spent[agent][what] += row[f"{what}.{seat}"]
                    self.longest[agent] = max(self.longest[agent], row[f"longest_turn.{seat}"])
                swaps = cell["settings"]["swap-seats"]
                group = rounds.setdefault(row["task"] // self.players if swaps else row["task"], [])
                if row["ending"] not in ("rules", "length-cap", "resignation"):
                    if row["culprit"] >= 0:
                        self.failures[seats[row["culprit"]]] += 1
                    continue
                scores = [(row[f"scores.{seat}"] - low) / (high - low) for seat in range(self.players)]
                seat = seats.index(0)
                self.scores.append(scores[seat])
                self.graded.append(row[f"scores.{seat}"])
                self.by_seat[seat].append(scores[seat])
                self.plies.append(row["plies"])
                self.moves.append(row["moves"])
                # Games that begin with openings are the same if they end alike.
                self.games.append(str(row["continuation"] or row["moves"]))
                group.append((self.games[-1], dict(zip(seats, scores)), seat))
            self.rounds, self.pairs = [], []
            for group in rounds.values():
                moves = sorted(moves for moves, _, _ in group)
                key = tuple(moves) if group and all(moves) else None
                sums = tuple(sum(scores[agent] for _, scores, _ in group) for agent in range(agents))
                if self.players == len(group) == 2:
                    self.pairs.append(tuple(scores[0] for _, scores, _ in sorted(group, key=lambda game: game[2])))
                self.rounds.append(st.Round(key, len(group), sums))

        def distinct(self):
            return len({game for game in self.games if game}) + sum(not game for game in self.games)

        def mirrored(self):
            # Rounds in which all games have the same moves, whoever sits where.
            return sum(one.games == len(one.sums) > 1 and one.key is not None and len(set(one.key)) == 1 for one in self.rounds)

        def effective(self):
            groups = st.clusters(self.rounds)
            rounds = sum(1 for found in self.rounds if found.games)
            return st.effective(groups) * len(self.scores) / rounds if rounds else 0.0

        def fresh(self):
            # The share of games that are not repetitions of others.
            return self.effective() / max(len(self.scores), 1)

        def series(self, factor):
            # Common seeds and files of openings link the rounds of cells.
            settings = self.cell["settings"]
            where = str((self.cell["game"], settings))
            shares = settings["seeds"] != "own" or settings["openings"] and settings["openings-order"] == "file"
            return av.Series(factor, self.rounds, where if shares else None)

        def seat(self, scores):
            estimate = st.estimate_of_games(scores)
            return estimate._replace(size=estimate.size * self.fresh())

    def total(ours, theirs=()):
        # The average of some cells less that of others.
        parts = [(1 / len(ours), found) for found in ours] + [(-1 / len(theirs), found) for found in theirs]
        return av.Contrast.of([found.series(factor) for factor, found in parts])

    numbers = [Numbers(place) for place in range(len(cells))]
    return numbers, total


@app.cell
def _(cells, math, numbers, run, sequential, st, total):
    # The tables of the report, computed again: per table its rows, each a dictionary of headings.
    def heading(cell):
        row = {"game": cell["axes"].get("game", cell["game"]["label"])}
        for name, axes in directions:
            row |= {name: word(axis, cell["axes"][axis]) for axis in axes if axis in cell["axes"]}
        return row

    def word(axis, value):
        # As the report writes it.
        if isinstance(value, bool):
            return str(value).lower()
        return f"{value:g}s" if axis.rpartition(".")[2] == "time" else str(value)

    def directions_of(axes):
        # A parameter that several candidates sweep is one direction, and opponents that follow from the candidate are none.
        several = "candidate" in axes
        opponents = {}
        for cell in cells:
            opponents.setdefault(cell["axes"].get("candidate"), set()).add(cell["axes"].get("against"))
        if several and all(len(those) == 1 for those in opponents.values()):
            axes = [axis for axis in axes if axis != "against"]
        agents = {agent["name"] for cell in cells for agent in cell["agents"]}
        found = []
        for axis in axes:
            owner, _, param = axis.partition(".")
            param = param if owner in agents and param else None
            apart = lambda others: all(axis not in cell["axes"] or not any(other in cell["axes"] for other in others) for cell in cells)
            same = next((one for one in found if param and one[1] == param and apart(one[2])), None)
            if same:
                same[2].append(axis)
            else:
                found.append((axis, param, [axis]))
        params = [param for _, param, _ in found]
        return [(param if several and param and params.count(param) == 1 else name, own) for name, param, own in found]

    def data_name(heading):
        given = {"± z·s/√n (%)": "half_width_haworth_percent", "▲ = ▼": "better_undecided_worse"}.get(heading, heading)
        letters = [c if c.isascii() and c.isalnum() else " " for c in given.replace("%", "percent").lower()]
        return "_".join("".join(letters).split())

    # First seats where a round misses a game.
    UNKNOWN = "not computed here"

    axes = list(dict.fromkeys(axis for cell in cells for axis in cell["axes"]))
    other_axes = [axis for axis in axes if axis != "game" and len({cell["axes"].get(axis) for cell in cells}) > 1]
    directions = directions_of(other_axes)
    percent = lambda values: [100 * value for value in values]
    adjusted = st.holm([found.judged.p for found in numbers])

    def elo(x):
        if x < 1e-9 or x > 1 - 1e-9:
            return -math.inf if x < 0.5 else math.inf
        return 0.0 if abs(x - 0.5) < 1e-9 else 400 * math.log10(x / (1 - x))

    def with_interval(row, name, value, interval):
        row[name], row[f"{name} low"], row[f"{name} high"] = value, *interval

    def with_contrast(row, name, contrast):
        with_interval(row, name, 100 * contrast.value, percent(contrast.interval()))

    def with_average(row, name, founds):
        # Under a rule of [stop], sweep by sweep as far as all cells go.
        average = total(founds)
        if "stop" not in run.config:
            return with_contrast(row, name, average)
        size = [max(one.games for one in found.rounds) for found in founds]
        sums = [
            sum(one.sums[0] / one.games for one in sweep) / len(founds)
            for sweep in zip(*(found.rounds for found in founds))
            if all(one.games == whole for one, whole in zip(sweep, size))
        ]
        low, high = sequential.Bets(sums, min(found.fresh() for found in founds)).interval(0.05)
        with_interval(row, name, 100 * average.value, percent((min(low, average.value), max(high, average.value))))

    def of_numbers(found, holm):
        row = heading(found.cell)
        if not found.cell["game"]["graded"]:
            row["W"], row["L"] = found.scores.count(1.0), found.scores.count(0.0)
            row["D"] = len(found.scores) - row["W"] - row["L"]
        if not found.scores:
            return row
        mean, interval = found.judged.estimate.mean, found.judged.interval
        with_interval(row, "score (%)", 100 * mean, percent(interval))
        _, variance = st.moments(found.scores)
        row["± z·s/√n (%)"] = 100 * st.Z95 * math.sqrt(variance / len(found.scores))
        row["effective"] = min(found.effective(), float(found.distinct()))
        if found.players == 2 and not found.cell["game"]["graded"] and 1e-9 <= mean <= 1 - 1e-9:
            with_interval(row, "Elo", elo(mean), [elo(end) for end in interval])
        decided = found.sequence.words() if found.sequence else None
        row["verdict"] = decided or (found.judged.verdict if found.judged.decidable else "too few")
        row["verdict verdict"] = found.judged.verdict
        row["p"], row["p, Holm"] = found.judged.p, holm
        for seat, scores in enumerate(found.by_seat):
            if scores:
                estimate = found.seat(scores)
                with_interval(row, f"as seat {seat} (%)", 100 * estimate.mean, percent(estimate.interval()))
        return row

    def common_start(found):
        words = [moves.split() for moves in found.moves]
        together = 0
        while words and all(len(moves) > together and moves[together] == words[0][together] for moves in words):
            together += 1
        return together

    def of_endings(found):
        row = heading(found.cell) | {"games": found.played}
        if found.scores:
            row |= {"distinct": found.distinct(), "common start": common_start(found), "moves": st.moments(found.plies)[0]}
        for ending in ("rules", "length-cap", "agent-error", "timeout", "void", "resignation", "adjudication"):
            row[ending] = found.endings.count(ending)
        return row

    def of_effort(found, agent):
        spent = found.spent[agent]
        row = heading(found.cell) | {"failures": found.failures[agent], "turns": spent["turns"]}
        row |= {"agent": found.cell["agents"][agent]["name"], "budget": found.cell["agents"][agent]["budget"]}
        if spent["turns"]:
            turns = spent["turns"]
            row |= {"iterations (per turn)": spent["iterations"] / turns, "nodal states (per turn)": spent["states"] / turns}
            row |= {"time (ms per turn)": spent["micros"] / turns / 1000, "longest turn (ms)": found.longest[agent] / 1000}
        if spent["micros"]:
            row["core (%)"] = 100 * spent["cpu_micros"] / spent["micros"]
        return row

    def of_failures(found):
        row = heading(found.cell)
        missing = found.played - len(found.scores)
        if found.scores:
            with_interval(row, "score (%)", 100 * found.judged.estimate.mean, percent(found.judged.interval))
        total = sum(found.scores)
        row |= {"without result": missing, "all lost (%)": 100 * total / found.played, "all won (%)": 100 * (total + missing) / found.played}
        return row

    def of_grid():
        names = list(dict.fromkeys(heading(cell)["game"] for cell in cells))
        rows = {}
        for found in numbers:
            place = heading(found.cell)
            variant = tuple(item for item in place.items() if item[0] != "game")
            rows.setdefault(variant, {})[place["game"]] = found
        for variant, by_game in rows.items():
            row = dict(variant) if directions else {"candidate": cells[0]["agents"][0]["name"]}
            played = [found for name in names if (found := by_game.get(name)) and found.scores]
            for name in names:
                if name in by_game and by_game[name].scores:
                    found = by_game[name]
                    with_interval(row, f"{name} (%)", 100 * found.judged.estimate.mean, percent(found.judged.interval))
                    row[f"{name} (%) verdict"] = found.judged.verdict
            if len(names) > 1 and played:
                with_average(row, "average (%)", played)
                verdicts = [found.judged.verdict for found in played]
                row["▲ = ▼"] = " ".join(str(verdicts.count(word)) for word in ("better", "undecided", "worse"))
            yield row

    def words(axes):
        return ", ".join(f"{axis} {value}" for axis, value in axes.items()) or "the candidate"

    def of_candidates():
        # Candidates that met the same opponents in the same games.
        names = list(dict.fromkeys(heading(cell)["game"] for cell in cells))
        variants = {}
        for found in numbers:
            if found.scores:
                own = {axis: found.cell["axes"][axis] for axis in other_axes if axis in found.cell["axes"]}
                variants.setdefault(words(own), (own, []))[1].append(found)
        groups = {}
        for own, founds in variants.values():
            met = [(found.cell["game"], found.cell["settings"], found.cell["agents"][1:]) for found in founds]
            groups.setdefault(str(met), []).append((own, founds))
        chosen = []
        for group in groups.values():
            average = lambda candidate: sum(found.judged.estimate.mean / len(candidate[1]) for found in candidate[1])
            pairs = [(one, two) for place, one in enumerate(group) for two in group[place + 1 :]]
            if len(group) > 6:
                best = max(group, key=average)
                pairs = [(best, other) for other in group if other is not best]
            chosen += pairs
        # Intervals and signs of a column hold together (Bonferroni).
        rows = [of_pair(names, one, two, len(chosen)) for one, two in chosen]
        for row in rows:
            row["p, corrected"] = min(1.0, len(chosen) * row["p"])
        return rows

    def verdict(value, p):
        return "undecided" if p > 0.05 else "better" if value > 0 else "worse"

    def of_pair(names, one, two, among):
        own = lambda mine, other: {axis: value for axis, value in mine.items() if other.get(axis) != value}
        common = {axis: value for axis, value in one[0].items() if two[0].get(axis) == value}
        shared = f" ({words(common)})" if common else ""
        row = {"first": words(own(one[0], two[0])) + shared, "second": words(own(two[0], one[0])) + shared, "games": 0}
        for name in names:
            first, second = ([found for found in founds if heading(found.cell)["game"] == name] for _, founds in (one, two))
            if first and second:
                row["games"] += 1
                with_difference(row, f"{name} (points)", f"p, {name}" if len(names) > 1 else "p", total(first[:1], second[:1]), among)
        if len(names) > 1:
            with_difference(row, "average (points)", "p", total(one[1], two[1]), among)
        return row

    def with_difference(row, name, p_name, difference, among):
        with_interval(row, name, 100 * difference.value, percent(difference.interval(0.05 / among)))
        row[p_name] = difference.p(0.0)
        row[f"{name} verdict"] = verdict(difference.value, among * row[p_name])

    def of_sequence(found, holm):
        row, state = heading(found.cell), found.sequence
        row |= {"decision": state.decision, "games": state.games}
        if state.values:
            with_interval(row, "score (%)", 100 * st.moments(state.values)[0], percent(state.interval()))
            if state.ratio() is not None:
                row["LLR"], row["bounds"] = state.ratio(), ", ".join(f"{bound:.2f}" for bound in state.bounds())
            row |= {"p": found.judged.p, "p, Holm": holm}
        return row

    tables = {
        "candidates": of_candidates() if "stop" not in run.config else [],
        "stopped": [of_sequence(found, holm) for found, holm in zip(numbers, adjusted) if found.sequence],
        "win-rates": list(of_grid()),
        "numbers": [of_numbers(found, holm) for found, holm in zip(numbers, adjusted)],
        "endings": [of_endings(found) for found in numbers],
        "effort": [of_effort(found, agent) for found in numbers for agent in range(len(found.cell["agents"]))],
        "failures": [of_failures(found) for found in numbers if len(found.scores) < found.played],
    }
    return UNKNOWN, data_name, directions, heading, other_axes, percent, tables, with_average, with_interval, words


@app.cell
def _(UNKNOWN, heading, math, numbers, other_axes, percent, sequential, st, total, with_average, with_interval, words):
    # What the games are like, and how sure averages over them are.
    from statistics import NormalDist

    def of_games(found):
        row = heading(found.cell)
        graded = found.cell["game"]["graded"]
        if not graded:
            won = found.scores.count(1.0) + found.scores.count(0.0)
            row["draws (%)"] = 100 * (len(found.scores) - won) / len(found.scores)
            row["decisive (%)"] = 100 * won / len(found.scores)
        if found.players == 2 and all(found.by_seat):
            # In a round with x and y in the two seats the first seat has (1 + x − y)/2; only rounds of two games have both.
            seats = [(1 + x - y) / 2 for x, y in found.pairs]
            if len(seats) == len(found.by_seat[0]) == len(found.by_seat[1]):
                estimate = st.estimate_of_games(seats)
                estimate = estimate._replace(size=estimate.size * found.fresh())
                with_interval(row, "first seat (%)", 100 * estimate.mean, percent(estimate.interval()))
            else:
                with_interval(row, "first seat (%)", UNKNOWN, (UNKNOWN, UNKNOWN))
            pairs = [int(2 * one.sums[0]) for one in found.rounds if one.games == 2]
            if pairs and not graded:
                row["pairs"] = " ".join(str(pairs.count(points)) for points in range(5))
        mean, variance = st.moments(found.plies)
        row |= {"length": mean, "± sd": math.sqrt(variance)}
        size = max(one.games for one in found.rounds)
        whole = [one.sums[0] / one.games for one in found.rounds if one.games == size]
        # Of games that are alike by identity, the variance says nothing about others.
        mostly_alike = 2 * found.mirrored() > len(found.rounds)
        if len(whole) >= 2 and not mostly_alike and (spread := st.moments(whole)[1] / found.fresh()) > 0:
            z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)
            row["games needed"] = size * z**2 * spread / 0.05**2
        if whole:
            bets = sequential.Bets(whole, found.fresh())
            with_interval(row, "always valid (%)", 100 * sum(whole) / len(whole), percent(bets.interval(0.05)))
        return row

    def of_averages():
        variants = {}
        for found in numbers:
            own = {axis: found.cell["axes"][axis] for axis in other_axes if axis in found.cell["axes"]}
            if found.scores:
                variants.setdefault(words(own), []).append(found)
        for name, founds in variants.items():
            row = {"variant": name, "games": len(founds)}
            fixed = total(founds)
            by_game = {}
            for found in founds:
                by_game.setdefault(heading(found.cell)["game"], []).append(found.judged.estimate.mean)
            means = [sum(scores) / len(scores) for scores in by_game.values()]
            like_these = fixed.over_games(means)
            if like_these is None:
                continue
            with_average(row, "these (%)", founds)
            if "stop" not in run.config:
                with_interval(row, "like these (%)", 100 * like_these.value, percent(like_these.interval()))
            yield row | {"between (points)": 100 * math.sqrt(st.moments([found.judged.estimate.mean for found in founds])[1])}

    several = len({heading(found.cell)["game"] for found in numbers}) > 1
    more_tables = {
        "statistics": [of_games(found) for found in numbers if found.scores],
        "averages-table": list(of_averages()) if several else [],
    }
    return (more_tables,)


@app.cell
def _(directions, heading, numbers, percent, total):
    # The numbers behind the pictures: curves over every numeric direction, averages, the heat map, and how long games are.
    def as_number(text):
        try:
            return float(text)
        except ValueError:
            return None

    def slug(text):
        return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text).lower().split())

    def label(place):
        return ", ".join(value if name == "candidate" else f"{name} {value}" for name, value in place.items()) or "the candidate"

    placed = [(heading(found.cell), found) for found in numbers]
    game_names = list(dict.fromkeys(place["game"] for place, _ in placed))
    variants = []
    for place, _ in placed:
        own = {name: value for name, value in place.items() if name != "game"}
        if own not in variants:
            variants.append(own)

    def at(game, variant):
        return next((found for place, found in placed if place == {"game": game} | variant and found.scores), None)

    def point(found):
        low, high = percent(found.judged.interval)
        return {"y": 100 * found.judged.estimate.mean, "low": low, "high": high}

    def curves(name):
        points = [(as_number(variant[name]), variant) for variant in variants if name in variant]
        points = sorted(((x, variant) for x, variant in points if x is not None), key=lambda pair: pair[0])
        labels = {}
        for x, variant in points:
            labels.setdefault(x, variant[name])
        rests = []
        for variant in variants:
            rest = {other: value for other, value in variant.items() if other != name}
            if name in variant and rest not in rests:
                rests.append(rest)
        if len(labels) < 2:
            return {}
        on = lambda game, rest: [(x, found) for x, variant in points if variant == rest | {name: variant[name]} and (found := at(game, variant))]
        if len(game_names) > 1 and 2 <= len(rests) <= 8:
            shared = [item for item in rests[0].items() if all(item in rest.items() for rest in rests)]
            told = lambda rest: label({key: value for key, value in rest.items() if (key, value) not in shared})
            rows = [
                {"panel": game, "series": told(rest), "source": "ours", "x": labels[x]} | point(found)
                for game in game_names
                for rest in rests
                for x, found in on(game, rest)
            ]
            return {slug(f"over {name}"): rows}
        return {
            slug(f"over {name} {label(rest) if rest else ''}"): [
                {"series": game, "x": x} | point(found) for game in game_names for x, found in on(game, rest)
            ]
            for rest in rests
        }

    def averages():
        for variant in variants:
            founds = [found for game in game_names if (found := at(game, variant))]
            if founds:
                average = total(founds)
                low, high = percent(average.interval())
                yield {"label": label(variant), "value": 100 * average.value, "low": low, "high": high}

    def lengths(game):
        plies = [length for place, found in placed if place["game"] == game for length in found.plies]
        width = 1
        while max(plies) // width >= 32:
            width *= 2
        for low in range(min(plies) // width, max(plies) // width + 1):
            yield {"low": low * width, "high": (low + 1) * width, "count": sum(length // width == low for length in plies)}

    figures = {}
    if len(variants) > 1:
        figures["averages"] = list(averages())
        if len(game_names) > 1:
            figures["heat-map"] = [
                {"x": game, "y": label(variant), "value": 100 * found.judged.estimate.mean if (found := at(game, variant)) else None}
                for variant in variants
                for game in game_names
            ]
    for direction, _ in directions:
        figures |= curves(direction)
    if len(game_names) <= 16:
        figures |= {f"lengths-{slug(game)}": list(lengths(game)) for game in game_names if sum(len(f.plies) for p, f in placed if p["game"] == game) > 1}
    return (figures,)


@app.cell
def _(UNKNOWN, csv, data_name, figures, folder, math, more_tables, tables):
    # Beside the report. A number may differ by 10⁻¹¹ of its size, or of its scale if that is 100, a word not at all.
    def same(mine, theirs, scale):
        if isinstance(mine, str):
            # Data files quote what a spreadsheet would take for a formula.
            return mine == theirs.removeprefix("'")
        if mine is None:
            return theirs == ""
        if theirs == "":
            return False
        told = float(theirs)
        return mine == told or math.isclose(mine, told, rel_tol=1e-11, abs_tol=1e-12 * scale)

    compared, differences, unknown = {}, [], []
    named = lambda rows: [{data_name(key): value for key, value in row.items()} for row in rows]
    all_tables = {name: named(rows) for name, rows in (tables | more_tables).items()} | figures
    for name, rows in all_tables.items():
        file = folder / "report" / "data" / f"{name}.csv"
        if not file.exists():
            differences += [f"{name}: the report has no such table"] if rows else []
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            # Printed values are those of a paper.
            told = [row for row in csv.DictReader(lines) if row.get("source") != "printed"]
        if len(told) != len(rows):
            differences.append(f"{name}: {len(told)} rows in the report, {len(rows)} here")
            continue
        for number, (mine, theirs) in enumerate(zip(rows, told), 1):
            for column, value in theirs.items():
                if mine.get(column, UNKNOWN) == UNKNOWN and value != "":
                    unknown.append(f"{name}, row {number}, {column}")
                elif not same(mine.get(column), value, 100 if "percent" in column else 1):
                    differences.append(f"{name}, row {number}, {column}: {value} in the report, {mine.get(column)!r} here")
                elif value != "":
                    compared[name] = compared.get(name, 0) + 1
    others = sorted(path.stem for path in (folder / "report" / "data").glob("*.csv") if path.stem not in all_tables)
    return compared, differences, others, unknown


@app.cell
def _(compared, differences, figures, mo, others, unknown):
    summary = [f"{count} values of {'the figure' if name in figures else 'the table'} {name} are the same" for name, count in compared.items()]
    summary += [f"not recomputed: {place}" for place in sorted({place.split(', ', 2)[0] + ': ' + place.split(', ', 2)[2] for place in unknown})]
    summary.append(f"tables and figures of the report that this notebook does not recompute: {', '.join(others) or 'none'}")
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
