"""A second implementation of averages over cells and their differences, from their definitions, with intervals that account for shared seeds.

The design and its sources are in `harness/docs/METHODOLOGY.md`, "Averages".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import inf, log, log1p, sqrt
from typing import NamedTuple

from .statistics import Round, clusters, effective, student_cdf

#: Blocks with fewer sweeps than this have a variance together.
FEWEST = 3.0


class Series(NamedTuple):
    """The rounds of a cell with its factor in a sum. Cells of the same group, unless it is `None`, share seeds or openings: round by round, or
    by these labels."""

    factor: float
    rounds: Sequence[Round]
    group: Hashable = None
    labels: Sequence[Hashable] | None = None


class Sweep(NamedTuple):
    """Rounds that hang together: what they add to the sum and weigh, in cells with a positive and with a negative factor, and their deviation."""

    plus: float
    above: float
    minus: float
    below: float
    residual: float


class Contrast:
    """A sum of mean scores with factors, with an interval and p-values."""

    def __init__(self, value: float, ends: tuple[float, float], moved: float, parts: Sequence[tuple[float, float]]) -> None:
        """`moved` is the value moved off the ends; parts are variances with their degrees of freedom."""
        self.low, self.high = ends
        width = self.high - self.low
        place = (value - self.low) / width
        variance = sum(part for part, _ in parts)
        doubt = sum(part * part / freedom if freedom else inf for part, freedom in parts if part > 0)
        self.value = min(max(value, self.low), self.high)
        self.centre = place if 1e-9 < place < 1 - 1e-9 else (moved - self.low) / width
        self.error = sqrt(variance) / width
        self.freedom = variance * variance / doubt if doubt else inf

    @classmethod
    def of(cls, series: Sequence[Series]) -> Contrast:
        """The sum over cells: that of independent blocks, whose unit is the sweep."""
        blocks = blocks_of(series)
        value = moved = 0.0
        parts, small = [], []
        for sweeps, members in blocks:
            own = sum(sweep.plus - sweep.minus for sweep in sweeps)
            above, below = sum(sweep.above for sweep in sweeps), sum(sweep.below for sweep in sweeps)
            n, width = size_of(sweeps), above + below
            smoothed = (n * (own + below) / width + 0.5) / (n + 1)
            seen = sum(sweep.residual**2 for sweep in sweeps)
            seen = seen if seen > 1e-18 * width * width else 0.0
            games = max(found.games for cell in members for found in cell.rounds)
            sizes = [effective(clusters(cell.rounds)) for cell in members]
            freedom = n * (1 - 1 / (sum(sizes) / len(sizes)))
            if min(n, *sizes) < FEWEST:
                small.append(Small(width, (own + below) / width, below > above, min(n, *sizes), games * n, seen, freedom))
            else:
                parts.append((seen or width * width * smoothed * (1 - smoothed) / games / n, freedom))
            value, moved = value + own, moved + smoothed * width - below
        ends = sum(min(cell.factor, 0.0) for cell in series), sum(max(cell.factor, 0.0) for cell in series)
        return cls(value, ends, moved, parts + pooled(small))

    def over_games(self, means: Sequence[float]) -> Contrast | None:
        """The same where games are taken as drawn from games like these: Hartung and Knapp 2001, never narrower than with the games as they are."""
        if len(means) < 2:
            return None
        mean = sum(means) / len(means)
        spread = sum((one - mean) ** 2 for one in means) / (len(means) - 1) / len(means)
        width = self.high - self.low
        return Contrast(mean, (self.low, self.high), self.low + self.centre * width, [(max(spread, (self.error * width) ** 2), len(means) - 1)])

    def p_above(self, target: float) -> float:
        """Of the true sum being at most `target`."""
        return self._one_sided(target, 1.0)

    def p(self, target: float) -> float:
        """Of the true sum being `target`, two-sided."""
        return min(1.0, 2 * min(self._one_sided(target, 1.0), self._one_sided(target, -1.0)))

    def _one_sided(self, target: float, side: float) -> float:
        near, far = (self.low, self.high) if side > 0 else (self.high, self.low)
        if side * (target - near) <= 0:
            return 0.0 if side * (self.value - target) > 0 else 1.0
        if side * (target - far) >= 0:
            return 1.0

        def logit(x: float) -> float:
            return -inf if x <= 0 else inf if x >= 1 else log(x) - log1p(-x)

        place = (target - self.low) / (self.high - self.low)
        distance = side * (logit(self.centre) - logit(place)) * self.centre * (1 - self.centre) / self.error
        return student_cdf(-distance, self.freedom) if self.freedom > 0 else 1.0

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        """What neither side excludes at half of `alpha`."""

        def outside(m: float) -> bool:
            return min(self._one_sided(m, 1.0), self._one_sided(m, -1.0)) <= alpha / 2

        def edge(out: float) -> float:
            inside = self.value
            if not outside(out):
                return out
            for _ in range(60):
                middle = (inside + out) / 2
                inside, out = (inside, middle) if outside(middle) else (middle, out)
            return out

        return edge(self.low), edge(self.high)


def size_of(sweeps: Sequence[Sweep]) -> float:
    """The effective number of sweeps (Kish 1965)."""
    weights = [sweep.above + sweep.below for sweep in sweeps]
    return sum(weights) ** 2 / sum(weight * weight for weight in weights)


def blocks_of(series: Sequence[Series]) -> list[tuple[list[Sweep], list[Series]]]:
    """Cells that share something, with their sweeps: two rounds hang together by a label of the same group or by the same games."""
    owner: dict[Hashable, Hashable] = {}

    def find(node: Hashable) -> Hashable:
        while owner.setdefault(node, node) != node:
            node = owner[node]
        return node

    def join(one: Hashable, two: Hashable) -> None:
        owner[find(one)] = find(two)

    for c, cell in enumerate(series):
        if cell.group is not None:
            join(("cell", c), ("group", cell.group))
        for t, found in enumerate(cell.rounds):
            if found.games == 0:
                continue
            here = ("round", c, t)
            links: list[tuple[Hashable, ...]] = [("games", found.key)] if found.key is not None else []
            if cell.group is not None:
                links.append(("label", cell.group, t if cell.labels is None else cell.labels[t]))
            for link in links:
                join(here, link)
                join(("cell", c), ("cells of", link))
    gathered: dict[Hashable, tuple[dict[Hashable, list[float]], list[Series]]] = {}
    for c, cell in enumerate(series):
        of_block, members = gathered.setdefault(find(("cell", c)), ({}, []))
        members.append(cell)
        games = sum(found.games for found in cell.rounds)
        mean = sum(found.sums[0] for found in cell.rounds if found.games) / games
        own: dict[Hashable, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
        for t, found in enumerate(cell.rounds):
            if found.games:
                name = find(("round", c, t))
                own[name] = own[name][0] + found.games, own[name][1] + found.sums[0]
        n = games**2 / sum(count * count for count, _ in own.values())
        enlarged = sqrt(n / (n - 1)) if n > 1 else 1.0
        for name, (count, total) in own.items():
            sweep = of_block.setdefault(name, [0.0] * 5)
            side = 0 if cell.factor >= 0 else 2
            sweep[side] += abs(cell.factor) * total / games
            sweep[side + 1] += abs(cell.factor) * count / games
            sweep[4] += cell.factor * (total - mean * count) / games * enlarged
    return [([Sweep(*numbers) for numbers in sweeps.values()], members) for sweeps, members in gathered.values()]


class Small(NamedTuple):
    """A block with fewer than three sweeps: its weight, its mean from 0 to 1, whether it is subtracted, and what is known of its variance."""

    width: float
    place: float
    subtracted: bool
    sweeps: float
    games: float
    seen: float
    freedom: float


def pooled(blocks: Sequence[Small]) -> list[tuple[float, float]]:
    """The variance of small blocks together, with its degrees of freedom: their own, or that between single sweeps, and as one degree more that of
    games of which some are lost."""
    if not blocks:
        return []
    seen = expected = freedom = 0.0
    for group in ([block for block in blocks if block.subtracted == subtracted] for subtracted in (False, True)):
        if not group:
            continue
        n = sum(max(block.sweeps, 1.0) for block in group)
        mean = sum(block.width * block.place for block in group) / sum(block.width for block in group)
        smoothed = (n * mean + 0.5) / (n + 1)

        def of_games(block: Small) -> float:
            return block.width**2 * smoothed * (1 - smoothed) / block.games

        expected += sum(map(of_games, group))
        singles = [block for block in group if block.freedom < 0.5]
        seen += sum(block.seen for block in group if block.freedom >= 0.5)
        freedom += sum(block.freedom for block in group if block.freedom >= 0.5)
        if len(singles) == 1:
            seen += of_games(singles[0])
        elif singles:
            middle = sum(block.place for block in singles) / len(singles)
            spread = sum((block.place - middle) ** 2 for block in singles) / (len(singles) - 1)
            seen += sum(block.width**2 for block in singles) * spread
            freedom += len(singles) - 1
    return [(expected if seen <= 1e-18 * expected else (freedom * seen + expected) / (freedom + 1), freedom)]
