"""The statistics of treebench's reports, written again from their definitions: a second opinion on every interval and p-value.

Rounds are the independent observations of a match: the games that share a seed, in which every participant takes every seat once. Rounds
that hold the same games form one cluster and count once. Sources are named where the formulas are used in `harness/stats/src`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, lgamma, log, log1p, nan, nextafter, sqrt
from typing import NamedTuple

#: The 97.5 % point of the standard normal distribution, with the digits that treebench uses.
Z95 = 1.959964


class Round(NamedTuple):
    """The games with a result of one round. `key` is equal for rounds of the same games; `None` is equal to none."""

    key: object
    games: int
    sums: tuple[float, ...]  # per participant, the candidate first


class Estimate(NamedTuple):
    """A mean score in [0, 1] and the number of games without draws that would know it as well."""

    mean: float
    size: float

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Wilson's interval (1927) with the effective number of games."""
        if self.size <= 0.0:
            return 0.0, 1.0
        n, x = self.size, self.mean
        centre = (x + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(x * (1 - x) / n + z * z / (4 * n * n))
        low = 0.0 if x <= 0.0 else min(max(centre - half, 0.0), x)
        high = 1.0 if x >= 1.0 else max(min(centre + half, 1.0), x)
        return low, high


@dataclass(frozen=True)
class Judged:
    """A score against an even result."""

    estimate: Estimate
    interval: tuple[float, float]
    p: float
    verdict: str
    decidable: bool


def clusters(rounds: Iterable[Round]) -> list[tuple[int, tuple[float, ...]]]:
    """Games and sums of scores per cluster."""
    found: dict[object, tuple[int, tuple[float, ...]]] = {}
    for place, (key, games, sums) in enumerate(rounds):
        if games == 0:
            continue
        name = ("alone", place) if key is None else ("same", key)
        before = found.get(name)
        found[name] = (games, sums) if before is None else (before[0] + games, tuple(a + b for a, b in zip(before[1], sums)))
    return sorted(found.values())


def effective(groups: Sequence[tuple[int, tuple[float, ...]]]) -> float:
    """The effective number of clusters (Kish 1965, section 11.7)."""
    squares = sum(games * games for games, _ in groups)
    return sum(games for games, _ in groups) ** 2 / squares if squares else 0.0


def estimate_of_rounds(rounds: Sequence[Round]) -> Estimate:
    """The mean score with the variance of a ratio estimator over clusters (Cochran 1977, section 6.4), raised for few clusters."""
    groups = clusters(rounds)
    games = sum(count for count, _ in groups)
    if games == 0:
        return Estimate(nan, 0.0)
    mean = sum(sums[0] for _, sums in groups) / games
    least = effective(groups)
    squares = sum((sums[0] - mean * count) ** 2 for count, sums in groups)
    if len(groups) < 2 or squares < 1e-12 * games or mean <= 0.0 or mean >= 1.0:
        return Estimate(mean, least)
    freedom = len(groups) - 1
    variance = squares * len(groups) / freedom / games**2
    t = Z95 if freedom > 1000 else student_quantile(0.975, freedom)
    return Estimate(mean, max(mean * (1 - mean) / variance / (t / Z95) ** 2, least))


def estimate_of_games(scores: Sequence[float]) -> Estimate:
    """The mean of independent games."""
    n = len(scores)
    if n == 0:
        return Estimate(nan, 0.0)
    mean, variance = moments(scores)
    return Estimate(mean, n * mean * (1 - mean) / variance if variance > 0.0 else float(n))


def moments(values: Sequence[float]) -> tuple[float, float]:
    """Mean and sample variance, computed exactly and rounded once."""
    exact = [Fraction(value) for value in values]
    mean = sum(exact) / len(exact)
    squares = sum((value - mean) ** 2 for value in exact)
    return float(mean), float(squares / (len(exact) - 1)) if len(exact) > 1 else 0.0


def judge(rounds: Sequence[Round], even: float) -> Judged:
    """Better, same or worse than `even` points per game, by the exact permutation test; the interval agrees with it."""
    estimate = estimate_of_rounds(rounds)
    groups = clusters(rounds)
    decidable = 2.0 * even ** len(groups) <= 0.05
    p = permutation_p(groups, even) if groups else 1.0
    low, high = estimate.interval()
    if p > 0.05:
        return Judged(estimate, (min(low, even), max(high, even)), p, "undecided", decidable)
    if estimate.mean > even:
        return Judged(estimate, (max(low, nextafter(even, 2.0)), high), p, "better", decidable)
    return Judged(estimate, (low, min(high, nextafter(even, -1.0))), p, "worse", decidable)


def permutation_p(groups: Sequence[tuple[int, tuple[float, ...]]], even: float) -> float:
    """Two-sided: among equals every participant of a cluster is equally likely to be the candidate (Fisher 1935; Pitman 1937). The
    distribution of the sum is counted in fractions, so that nothing is rounded before the end."""
    counts: Counter[Fraction] = Counter({Fraction(0): 1})
    observed, ways = Fraction(0), 1
    for games, sums in groups:
        fair = even * games
        choices = list(sums) if abs(sum(sums) - fair * len(sums)) < 1e-9 else [sums[0], 2 * fair - sums[0]]
        exact = [Fraction(choice).limit_denominator(5040) for choice in choices]
        observed += exact[0]
        if len(set(exact)) == 1:
            counts = Counter({total + exact[0]: count for total, count in counts.items()})
            continue
        grown: Counter[Fraction] = Counter()
        for total, count in counts.items():
            for choice in exact:
                grown[total + choice] += count
        counts, ways = grown, ways * len(exact)
    upper = sum(count for total, count in counts.items() if total >= observed)
    lower = sum(count for total, count in counts.items() if total <= observed)
    return min(1.0, float(Fraction(2 * min(upper, lower), ways)))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for a family of tests (Holm 1979)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, largest = [1.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, p_values[place] * (len(p_values) - rank))
        adjusted[place] = min(largest, 1.0)
    return adjusted


def student_cdf(t: float, freedom: float) -> float:
    """Student's distribution function by the incomplete beta function."""
    tail = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return tail if t < 0 else 1.0 - tail


def student_quantile(p: float, freedom: float) -> float:
    """The point below which Student's t lies with probability `p`, above ½: bisection on the logarithm of the upper tail, to the last bit."""
    low, high = 0.0, 1e9
    for _ in range(400):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        upper = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + middle * middle))
        low, high = (middle, high) if upper > 1.0 - p else (low, middle)
    return low


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function by its continued fraction (Lentz; Press et al., "Numerical Recipes", section 6.4)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    result = d
    for m in range(1, 10_000):
        for numerator in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1.0 + numerator * d
            c = 1.0 + numerator / c
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            result *= d * c
        if abs(d * c - 1.0) < 1e-16:
            break
    return front * result
