"""Payoff tables: mean scores of agents against each other, for any number of players.

The heuristic payoff table of OpenSpiel (`open_spiel/python/egt/heuristic_payoff_table.py`) has one row per distribution of the seats
over the strategies, and in it the mean payoff of each strategy: for games whose seats are alike, or whose seats all agents take equally
often. `Payoff.meta_games` has one array per seat instead, as `alpharank.compute` takes it for games whose seats differ.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from math import nan
from typing import Any


@dataclass(frozen=True)
class Payoff:
    """Mean scores on the scale from 0 to 1, each game counted alike.

    `strategies` are the agents. `seated[profile]` is the mean score of every seat, and `counts[profile]` the number of games with a
    result, where `profile` names the strategy in each seat.
    """

    strategies: list[str]
    players: int
    seated: dict[tuple[str, ...], tuple[float, ...]]
    counts: dict[tuple[str, ...], int]

    def matrix(self) -> list[list[float]]:
        """For two players: the row's mean score against the column, both seats together; not a number where they have not met."""
        if self.players != 2:
            raise ValueError(f"a matrix is for two players, not for {self.players}: see meta_games and heuristic_payoff_table")
        rows = []
        for one in self.strategies:
            row = []
            for two in self.strategies:
                games = [(self.counts.get(profile, 0), self.seated.get(profile), seat) for profile, seat in (((one, two), 0), ((two, one), 1))]
                total = sum(count for count, _, _ in games)
                row.append(sum(count * scores[seat] for count, scores, seat in games if scores) / total if total else nan)
            rows.append(row)
        return rows

    def meta_games(self) -> list[Any]:
        """One nested list per seat, indexed by the strategies of all seats in order: the mean score of that seat. What has not been
        played is not a number. `numpy.array(payoff.meta_games()[seat])` is what OpenSpiel's `alpharank.compute` takes per player."""

        def nested(seat: int, profile: tuple[str, ...]) -> Any:
            if len(profile) == self.players:
                scores = self.seated.get(profile)
                return nan if scores is None else scores[seat]
            return [nested(seat, (*profile, strategy)) for strategy in self.strategies]

        return [nested(seat, ()) for seat in range(self.players)]

    def heuristic_payoff_table(self) -> tuple[list[list[int]], list[list[float]]]:
        """OpenSpiel's heuristic payoff table: distributions (how many seats each strategy takes) and payoffs (its mean score in them; not
        a number where it takes none). Only distributions that have been played are listed, in lexicographic order, the first strategy
        with the most seats first. `HeuristicPayoffTable(numpy.hstack([distributions, payoffs]), players)` takes them."""
        sums: dict[tuple[int, ...], list[float]] = {}
        weights: dict[tuple[int, ...], list[int]] = {}
        place = {strategy: index for index, strategy in enumerate(self.strategies)}
        for profile, scores in self.seated.items():
            distribution = tuple(profile.count(strategy) for strategy in self.strategies)
            total = sums.setdefault(distribution, [0.0] * len(self.strategies))
            weight = weights.setdefault(distribution, [0] * len(self.strategies))
            for strategy, score in zip(profile, scores):
                total[place[strategy]] += score * self.counts[profile]
                weight[place[strategy]] += self.counts[profile]
        order = sorted(sums, reverse=True)
        payoffs = [[total / weight if weight else nan for total, weight in zip(sums[row], weights[row])] for row in order]
        return [list(row) for row in order], payoffs

    def missing(self) -> list[tuple[str, ...]]:
        """The profiles of strategies over the seats that have not been played; those of an agent against itself are left out, as runs
        rarely hold them."""
        return [profile for profile in product(self.strategies, repeat=self.players) if profile not in self.counts and len(set(profile)) > 1]


def payoff(cells: dict[int, dict[str, Any]], games: dict[str, list[Any]]) -> Payoff:
    """The payoffs of these cells, by their places, from the columns of their games."""
    players = {cell["game"]["players"] for cell in cells.values()}
    if len(players) != 1:
        raise ValueError(f"games for {' and '.join(map(str, sorted(players)))} players cannot be in one table: name a game")
    (count,) = players
    names = {place: [_strategy(cell, index) for index in range(len(cell["agents"]))] for place, cell in cells.items()}
    sums: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0] * count)
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    columns = [games[f"{name}.{seat}"] if f"{name}.{seat}" in games else [] for name in ("seats", "scores") for seat in range(count)]
    for place, *values in zip(games["cell"], *columns) if all(columns) else []:
        seats, scores = values[:count], values[count:]
        if place not in cells or None in scores:
            continue
        profile = tuple(names[place][participant] for participant in seats)
        low, high = cells[place]["game"]["scores"]
        counts[profile] += 1
        total = sums[profile]
        for seat, score in enumerate(scores):
            total[seat] += (score - low) / (high - low)
    strategies = list(dict.fromkeys(name for cell in names.values() for name in cell))
    seated = {profile: tuple(score / counts[profile] for score in total) for profile, total in sums.items()}
    return Payoff(strategies, count, seated, dict(counts))


def _strategy(cell: dict[str, Any], index: int) -> str:
    """An agent with its place on the axes that are its own: `candidate (fpu 0.5)`; budgets are named where they vary."""
    agent = cell["agents"][index]
    # A second copy of an agent in one cell, `uct (2)`, is the same strategy.
    copies = [other["name"] for other in cell["agents"][:index]]
    name = next((other for other in copies if agent["name"].startswith(f"{other} (") and agent["name"][len(other) + 2 : -1].isdigit()), agent["name"])
    own = [f"{axis.split('.', 1)[1]} {value}" for axis, value in cell["axes"].items() if axis.startswith(f"{name}.")]
    shared = [f"{axis} {value}" for axis, value in cell["axes"].items() if axis in ("iterations", "states", "time", "states-as")]
    told = ", ".join(own + shared)
    return f"{name} ({told})" if told else name
