"""The sequential tests of `[stop]`, written again from their definitions: when a cell stops, and what holds wherever it stops.

Sources are named where the formulas are used in `harness/stats/src/sequential.rs` and `stopping.rs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log, log1p, sqrt

from .statistics import Estimate, Judged, Round

#: What stands for the number of a value that has not come up, so that every distribution is possible.
NO_COUNT = 1e-3


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """H0 is accepted at or below the first, H1 at or above the second (Wald 1945)."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def score_of_elo(elo: float) -> float:
    """The score that a logistic difference of rating gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def llr(counts: Mapping[float, float], s0: float, s1: float) -> float | None:
    """The log-likelihood ratio of the mean `s1` against `s0` (Van den Bergh 2020): each gets the distribution closest to the observed one."""
    total = sum(counts.values())
    tilts = [tilt([(value - s, count / total) for value, count in counts.items()]) for s in (s0, s1)]
    if None in tilts:
        return None
    return sum(count * (log1p(tilts[0] * (value - s0)) - log1p(tilts[1] * (value - s1))) for value, count in counts.items())


def llr_normalised(counts: Mapping[float, float], size: int, nelo0: float, nelo1: float) -> float | None:
    """The same for rounds of `size` games and hypotheses in normalised Elo."""
    total = sum(counts.values())
    observed = [(value, count / total) for value, count in counts.items()]
    found = [at_distance(observed, nelo * sqrt(size) * log(10) / 800) for nelo in (nelo0, nelo1)]
    if None in found:
        return None
    return sum(count * log(p1 / p0) for count, p0, p1 in zip(counts.values(), *found))


def at_distance(observed: Sequence[tuple[float, float]], t: float) -> list[float] | None:
    """The distribution closest to the observed one whose mean is `t` of its standard deviations above ½, by iteration (section 4.1)."""
    p = [1 / len(observed)] * len(observed)
    for _ in range(50):
        mean = sum(share * value for share, (value, _) in zip(p, observed))
        spread = sqrt(sum(share * (value - mean) ** 2 for share, (value, _) in zip(p, observed)))
        shifted = [(value - 0.5 - t * spread * (1 + ((mean - value) / spread) ** 2) / 2, share) for value, share in observed]
        theta = tilt(shifted)
        if theta is None:
            return None
        before, p = p, [share / (1 + theta * a) for a, share in shifted]
        if max(abs(old - new) for old, new in zip(before, p)) < 1e-9:
            return p
    return None


def tilt(shifted: Iterable[tuple[float, float]]) -> float | None:
    """The θ with Σ pa/(1 + θa) = 0, which falls between its poles: bisection to the last bit."""
    shifted = list(shifted)
    least, most = min(a for a, _ in shifted), max(a for a, _ in shifted)
    if not least < 0 < most:
        return None
    low, high = -1 / most, -1 / least
    while low < (middle := (low + high) / 2) < high:
        if sum(p * a / (1 + middle * a) for a, p in shifted) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def evidence(n: float, total: float, mean: float) -> float:
    """The logarithm of the Beta(1, 1) mixture of likelihood ratios against a mean (Robbins 1970)."""
    if n <= 0:
        return 0.0
    wins = min(max(total, 0.0), n)
    losses = n - wins
    power = lambda count, x: count * (log(x) if x > 0 else -float("inf")) if count > 0 else 0.0
    return lgamma(wins + 1) + lgamma(losses + 1) - lgamma(n + 2) - power(wins, mean) - power(losses, 1 - mean)


def always_valid(n: float, total: float, alpha: float) -> tuple[float, float]:
    """The interval that holds the mean after every number of values at once with probability 1 − α."""
    if n <= 0:
        return 0.0, 1.0

    def edge(inside: float, outside: float) -> float:
        if evidence(n, total, outside) < -log(alpha):
            return outside
        for _ in range(80):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if evidence(n, total, middle) >= -log(alpha) else (middle, outside)
        return outside

    mean = min(max(total, 0.0), n) / n
    return edge(mean, 0.0), edge(mean, 1.0)


@dataclass
class Stopping:
    """A rule of `[stop]`, as `run.config["stop"]` has it, applied to the rounds of a cell in the order of the plan."""

    rule: Mapping[str, object]
    at_most: int
    size: int
    even: float
    games: int = 0
    values: list[float] = field(default_factory=list)
    keys: Counter = field(default_factory=Counter)
    decision: str | None = None

    @classmethod
    def over(cls, rule: Mapping[str, object], games_per_cell: int, size: int, even: float, rounds: Iterable[Round]) -> Stopping:
        """The state after these rounds; those after a decision are left out."""
        state = cls(rule, int(rule.get("at-most", games_per_cell)), size, even)
        for found in rounds:
            if state.decision is None:
                state.push(found)
        return state

    def push(self, found: Round) -> None:
        """The next round. One of which a game has no result counts among the games and tells nothing."""
        self.games += self.size
        if found.games == self.size:
            self.values.append(found.sums[0] / found.games)
            self.keys[("alone", len(self.values)) if found.key is None else found.key] += 1
        rounds = self.games // self.size
        last = self.games + self.size > self.at_most
        if last or rounds % (1 + rounds // 1000) == 0:
            tested = self.test() if self.games >= int(self.rule.get("at-least", 0)) and self.values else None
            self.decision = tested or ("undecided at most" if last else None)

    def test(self) -> str | None:
        """What the test says now."""
        if self.rule["test"] == "gsprt":
            ratio, (low, high) = self.ratio(), self.bounds()
            return None if ratio is None else "H1 accepted" if ratio >= high else "H0 accepted" if ratio <= low else None
        n, total = self.counted()
        if evidence(n, total, self.even) >= -log(self.level()):
            return "better than even" if total > n * self.even else "worse than even"
        low, high = self.interval()
        return "narrow enough" if "width" in self.rule and high - low <= float(self.rule["width"]) / 100 else None

    def counted(self) -> tuple[float, float]:
        """How many rounds count, and their sum: repetitions count by the effective number of different rounds (Kish 1965)."""
        share = self.share()
        return len(self.values) * share, sum(self.values) * share

    def share(self) -> float:
        """The share of rounds that are not repetitions of others."""
        squares = sum(count * count for count in self.keys.values())
        return min(len(self.values) / squares, 1.0) if squares else 1.0

    def bounds(self) -> tuple[float, float]:
        """Those of the ratio."""
        return bounds(float(self.rule.get("alpha", 0.05)), float(self.rule.get("beta", 0.05)))

    def ratio(self) -> float | None:
        """The log-likelihood ratio of H1 against H0; none without hypotheses or values."""
        if self.rule["test"] != "gsprt" or not self.values:
            return None
        steps = 2 * self.size
        counts = {step / steps: 0.0 for step in range(steps + 1)}
        for value, count in Counter(self.values).items():
            near = next((known for known in counts if abs(known - value) < 1e-9), value)
            counts[near] = counts.get(near, 0.0) + count
        counts = {value: count or NO_COUNT for value, count in counts.items()}
        h0, h1, unit = float(self.rule["h0"]), float(self.rule["h1"]), self.rule.get("unit", "points")
        if unit == "normalised-elo":
            ratio = llr_normalised(counts, self.size, h0, h1)
        else:
            score = score_of_elo if unit == "elo" else lambda percent: percent / 100
            ratio = llr(counts, score(h0), score(h1))
        return None if ratio is None else ratio * self.share()

    def level(self) -> float:
        """That of the always-valid interval."""
        return float(self.rule.get("alpha", 0.05)) if self.rule["test"] == "interval" else 0.05

    def interval(self) -> tuple[float, float]:
        """The always-valid interval of the mean score."""
        return always_valid(*self.counted(), self.level())

    def p(self) -> float:
        """The always-valid p-value of an even result."""
        return min(1.0, exp(-evidence(*self.counted(), self.even)))

    def judge(self, estimate: Estimate) -> Judged:
        """The verdict of the report; `estimate` is that of all rounds."""
        low, high = self.interval()
        verdict = "better" if low > self.even else "worse" if high < self.even else "same"
        n = len(self.values) * self.share()
        decidable = evidence(n, n, self.even) >= -log(self.level())
        interval = (low, high) if estimate.size == 0 else (min(low, estimate.mean), max(high, estimate.mean))
        return Judged(estimate, interval, self.p(), verdict, decidable)


