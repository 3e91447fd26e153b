"""A second implementation of the sequential tests of `[stop]`, from their definitions: when a cell stops, and always-valid intervals.

Sources are named where the formulas are used in `harness/stats/src/sequential.rs` and `stopping.rs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf, isinf, log, log1p, sqrt
from typing import Any

from .statistics import Estimate, Judged, Round

#: The count of a value that has not occurred, so that every distribution is possible.
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
    tilt0, tilt1 = (tilt([(value - s, count / total) for value, count in counts.items()]) for s in (s0, s1))
    if tilt0 is None or tilt1 is None:
        return None
    return sum(count * (log1p(tilt0 * (value - s0)) - log1p(tilt1 * (value - s1))) for value, count in counts.items())


def llr_normalised(counts: Mapping[float, float], size: int, nelo0: float, nelo1: float) -> float | None:
    """The same for rounds of `size` games and hypotheses in normalised Elo."""
    total = sum(counts.values())
    observed = [(value, count / total) for value, count in counts.items()]
    null, alternative = (at_distance(observed, nelo * sqrt(size) * log(10) / 800) for nelo in (nelo0, nelo1))
    if null is None or alternative is None:
        return None
    return sum(count * log(p1 / p0) for count, p0, p1 in zip(counts.values(), null, alternative))


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


class Bets:
    """A mixture of fixed bets against a mean on values in [0, 1] (Waudby-Smith and Ramdas 2024): bets of 1/12 to 11/12 on either side. Of the
    values, only a share is evidence, because the others repeat them."""

    def __init__(self, values: Iterable[float], share: float = 1.0) -> None:
        self.counts = Counter(values)
        self.share = share

    def log_sides(self, mean: float) -> tuple[float, float]:
        """The logarithms of the fortunes of bets on a higher and on a lower mean."""

        def fortune(distance: Callable[[float], float], scale: float) -> float:
            def ratio(value: float) -> float:
                # A mean at the end of the scale: what lies there is expected, all else impossible.
                return distance(value) / scale if scale > 0 else inf if distance(value) > 0 else 1.0

            logs = [
                self.share * sum(count * log(1 - bet / 12 + bet / 12 * ratio(value)) for value, count in self.counts.items())
                for bet in range(1, 12)
            ]
            most = max(logs)
            return most if isinf(most) else most + log(sum(exp(one - most) for one in logs) / len(logs))

        return fortune(lambda value: value, mean), fortune(lambda value: 1 - value, 1 - mean)

    def log_e(self, mean: float) -> float:
        """The logarithm of the e-value of a mean: half of the fortune is bet on either side."""
        if not self.counts:
            return 0.0
        sides = self.log_sides(mean)
        most = max(sides)
        return most if isinf(most) else most + log(sum(exp(side - most) for side in sides) / 2)

    def interval(self, alpha: float) -> tuple[float, float]:
        """The means whose e-value is below 1/α: with probability 1 − α it holds the mean after every number of values at once."""
        if not self.counts:
            return 0.0, 1.0
        mean = sum(value * count for value, count in self.counts.items()) / sum(self.counts.values())

        def excluded(m: float) -> bool:
            return self.log_e(m) >= -log(alpha)

        def edge(outside: float) -> float:
            inside = min(max(mean, 0.0), 1.0)
            if not excluded(outside):
                return outside
            for _ in range(50):
                middle = (inside + outside) / 2
                inside, outside = (inside, middle) if excluded(middle) else (middle, outside)
            return outside

        return edge(0.0), edge(1.0)


@dataclass
class Stopping:
    """A rule of `[stop]`, as `run.config["stop"]` has it, applied to the rounds of a cell in the order of the plan."""

    rule: Mapping[str, Any]
    at_most: int
    size: int
    even: float
    games: int = 0
    values: list[float] = field(default_factory=list)
    keys: Counter[Any] = field(default_factory=Counter)
    decision: str | None = None

    @classmethod
    def over(cls, rule: Mapping[str, Any], games_per_cell: int, size: int, even: float, rounds: Iterable[Round]) -> Stopping:
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
        bets = self.bets()
        if bets.log_e(self.even) >= -log(self.level()):
            above, below = bets.log_sides(self.even)
            return "better than even" if above > below else "worse than even"
        low, high = self.interval()
        return "narrow enough" if "width" in self.rule and high - low <= float(self.rule["width"]) / 100 else None

    def bets(self) -> Bets:
        """On the values of its rounds."""
        return Bets(self.values, self.share())

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
        return self.bets().interval(self.level())

    def p(self) -> float:
        """The always-valid p-value of an even result."""
        return min(1.0, exp(-self.bets().log_e(self.even)))

    def judge(self, estimate: Estimate) -> Judged:
        """The verdict of the report; `estimate` is that of all rounds."""
        low, high = self.interval()
        verdict = "better" if low > self.even else "worse" if high < self.even else "undecided"
        if self.rule["test"] == "gsprt":
            verdict = {"H1 accepted": "better", "H0 accepted": "worse"}.get(self.decision or "", "undecided")
        decidable = Bets([1.0] * len(self.values), self.share()).log_e(self.even) >= -log(self.level())
        interval = (low, high) if estimate.size == 0 else (min(low, estimate.mean), max(high, estimate.mean))
        return Judged(estimate, interval, self.p(), verdict, decidable)

    def words(self) -> str | None:
        """What a test of two hypotheses has decided; none where the interval decides."""
        if self.rule["test"] != "gsprt":
            return None
        unit = {"elo": "Elo", "normalised-elo": "normalised Elo"}.get(str(self.rule.get("unit")), "%")
        bounds = {"H1 accepted": f"above {self.rule['h0']:g} {unit}", "H0 accepted": f"not above {self.rule['h1']:g} {unit}"}
        return bounds.get(self.decision or "", "open")
