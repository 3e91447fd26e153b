"""A second implementation of ratings of tournaments, from their definitions: points, pooled games, and the Bradley-Terry model.

Sources are named where the formulas are used in `harness/stats/src/ratings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log

Points = list[list[float]]

#: Newton's method ends when no strength changes by more.
PRECISION = 1e-14


def pooled(games: Sequence[Points]) -> Points:
    """The points of several games, each counted once: i's score against j is the mean of their scores in the games in which they met, in as many
    games as they played in all."""
    n = len(games[0])
    found = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            met = [(points[i][j], points[i][j] + points[j][i]) for points in games if points[i][j] + points[j][i] > 0.0]
            if met:
                total, score = sum(played for _, played in met), sum(won / played for won, played in met) / len(met)
                found[i][j], found[j][i] = total * score, total * (1.0 - score)
    return found


def connected(points: Points) -> bool:
    """Whether a chain of points leads from every player to every other (Ford 1957)."""

    def reaches_all(leads: Callable[[int, int], bool]) -> bool:
        seen, unseen = [0], set(range(1, len(points)))
        for i in seen:
            seen += (new := [j for j in sorted(unseen) if leads(i, j)])
            unseen -= set(new)
        return not unseen

    return reaches_all(lambda i, j: points[i][j] > 0.0) and reaches_all(lambda i, j: points[j][i] > 0.0)


def bradley_terry(points: Points) -> list[float]:
    """The logarithms of the most likely strengths, with mean 0 (Bradley and Terry 1952), by Newton's method. Where they are not finite, every player also
    draws one game against a player of average strength."""
    n = len(points)
    virtual = not connected(points)
    logs = [0.0] * n
    for _ in range(1000):
        slope = [0.0] * n
        curve = [[0.0 if virtual else 1.0 / n] * n for _ in range(n)]
        for i in range(n):
            if virtual:
                expected = 1.0 / (1.0 + exp(-logs[i]))
                slope[i] += 0.5 - expected
                curve[i][i] += expected * (1.0 - expected)
            for j in range(n):
                games = points[i][j] + points[j][i]
                if i != j and games > 0.0:
                    expected = 1.0 / (1.0 + exp(logs[j] - logs[i]))
                    slope[i] += points[i][j] - games * expected
                    curve[i][i] += games * expected * (1.0 - expected)
                    curve[i][j] -= games * expected * (1.0 - expected)
        step = solve(curve, slope)
        longest = max(map(abs, step))
        logs = [own + change / max(longest, 1.0) for own, change in zip(logs, step)]
        if longest < PRECISION:
            break
    mean = sum(logs) / n
    return [own - mean for own in logs]


def elo(strength: float) -> float:
    """A difference of logarithms of strengths on the Elo scale."""
    return strength * 400.0 / log(10.0)


def solve(matrix: Points, right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination with the largest pivot."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda row: abs(rows[row][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for row in range(k + 1, n):
            factor = rows[row][k] / rows[k][k]
            rows[row] = [own - factor * other for own, other in zip(rows[row], rows[k])]
    found = [0.0] * n
    for k in reversed(range(n)):
        found[k] = (rows[k][n] - sum(rows[k][j] * found[j] for j in range(k + 1, n))) / rows[k][k]
    return found
