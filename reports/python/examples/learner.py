"""An agent that learns breakthrough on 5 × 5 squares by playing against itself: policy iteration, in numpy.

    python learner.py          # learns for two minutes, and writes learner.npz beside this file
    bench run learner.toml     # plays it against uct at equal iterations, and says whether it is better

Games are played by a search (`tb.puct`) that the network guides. The network is taught what came of them: the shares of the visits as priors, the
results as values. So the next games are searched by a better network.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import treebench as tb

GAME = tb.game("breakthrough", width=5, height=5)
WEIGHTS = Path(__file__).with_name("learner.npz")

#: Games side by side, iterations of their searches, and the moves at random in the beginning, which are fewer.
GAMES, ITERATIONS, RANDOM = 256, 24, 5
#: Positions in memory and in a step of learning, and the rate of learning.
MEMORY, STEP, RATE = 40_000, 256, 0.05


def seen_actions() -> np.ndarray:
    """The actions of random games: few of the numbers below `GAME.action_size`."""
    batch, seen = tb.Batch(GAME, 64, seed=0), []
    for _ in range(200):
        seen.append(batch.actions()[0])
        batch.step(batch.random())
    return np.unique(np.concatenate(seen))


ACTIONS = seen_actions()


class Network(tb.Evaluator):
    """Two hidden layers; then a number for every action, and the value."""

    batch = GAMES

    def __init__(self, hidden: int = 128) -> None:
        rng = np.random.default_rng(0)
        sizes = [int(np.prod(GAME.planes_shape)), hidden, hidden, len(ACTIONS) + 1]
        self.weights = [rng.normal(0.0, (2.0 / n) ** 0.5, (n, m)).astype(np.float32) for n, m in zip(sizes, sizes[1:])]
        self.biases = [np.zeros(m, np.float32) for m in sizes[1:]]
        self.weights[-1] *= np.float32(0.1)

    def layers(self, planes: np.ndarray) -> list[np.ndarray]:
        """What goes into each layer, and what comes out of the last."""
        values = [planes.reshape(len(planes), -1)]
        for weights, biases in zip(self.weights[:-1], self.biases):
            values.append(np.maximum(values[-1] @ weights + biases, 0.0))
        return [*values, values[-1] @ self.weights[-1] + self.biases[-1]]

    def answer(self, out: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Priors of `ACTIONS`, and values."""
        priors = np.exp(np.clip(out[:, :-1], -30.0, 30.0)) * legal
        return priors / np.maximum(priors.sum(1, keepdims=True), 1e-30), 1.0 / (1.0 + np.exp(-out[:, -1]))

    def evaluate(self, planes: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        priors = np.zeros(legal.shape, np.float32)
        priors[:, ACTIONS], values = self.answer(self.layers(planes)[-1], legal[:, ACTIONS])
        return priors, values

    def learn(self, planes: np.ndarray, shares: np.ndarray, results: np.ndarray, momentum: list[np.ndarray]) -> None:
        """A step down the gradient of the cross-entropies of priors and values."""
        inputs = self.layers(planes)
        priors, values = self.answer(inputs[-1], shares >= 0.0)
        error = np.concatenate([priors - np.maximum(shares, 0.0), (values - results)[:, None]], 1).astype(np.float32) / np.float32(len(planes))
        parts = self.weights + self.biases
        for layer in (2, 1, 0):
            gradients = (inputs[layer].T @ error, error.sum(0))
            if layer:
                error = (error @ self.weights[layer].T) * (inputs[layer] > 0.0)
            for part, gradient in zip((layer, layer + 3), gradients):
                momentum[part] *= np.float32(0.9)
                momentum[part] += gradient
                parts[part] -= np.float32(RATE) * momentum[part]

    def save(self) -> None:
        np.savez(WEIGHTS, *self.weights, *self.biases)

    def load(self) -> None:
        with np.load(WEIGHTS) as file:
            parts = [file[name] for name in file.files]
        self.weights, self.biases = parts[:3], parts[3:]


class Learner(tb.Puct):
    """Searches with the network that was learned."""

    files = (WEIGHTS.name,)
    evaluator = Network()
    # Matrix products of one shape round alike, so that games are the same for any number of threads.
    evaluator.batch, evaluator.padded = 16, True
    if WEIGHTS.is_file():
        evaluator.load()


class SelfPlay:
    """Games that go on side by side, and the positions of those that are over."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.positions = [self.opened() for _ in range(GAMES)]
        self.open: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(GAMES)]
        self.done: list[tuple[np.ndarray, np.ndarray, float]] = []

    def opened(self) -> tb.Position:
        position = GAME.start()
        for _ in range(self.rng.integers(RANDOM)):
            position.play(self.rng.choice(position.moves()))
        return position

    def step(self, network: Network) -> None:
        """Searches for a move in each game, and plays it."""
        for place, root in enumerate(tb.puct(self.positions, network, iterations=ITERATIONS)):
            position = self.positions[place]
            shares = np.full(len(ACTIONS), -1.0, np.float32)
            shares[np.searchsorted(ACTIONS, root.actions)] = root.visits / root.visits.sum()
            player = position.player
            assert player is not None
            self.open[place].append((position.planes(), shares, player))
            position.play(int(self.rng.choice(root.actions, p=root.visits / root.visits.sum())))
            if position.over:
                self.done += [(planes, shares, position.score(player)) for planes, shares, player in self.open[place]]
                self.positions[place], self.open[place] = self.opened(), []
        del self.done[:-MEMORY]

    def sample(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Planes, shares and results of positions of games that are over."""
        planes, shares, results = zip(*(self.done[place] for place in self.rng.integers(len(self.done), size=STEP)))
        return np.stack(planes), np.stack(shares), np.array(results, np.float32)


def learn(seconds: float, steps: int = 1_000_000) -> Network:
    """Plays and learns for this time, or as many moves of all games."""
    network, play, end = Network(), SelfPlay(), time.monotonic() + seconds
    momentum = [np.zeros_like(part) for part in network.weights + network.biases]
    moves = 0
    while time.monotonic() < end and moves < steps:
        play.step(network)
        moves += 1
        # The first games are over by then, the long ones too.
        if moves > 40:
            for _ in range(8):
                network.learn(*play.sample(), momentum)
        if moves % 20 == 0:
            print(f"{seconds - end + time.monotonic():4.0f} s: {moves} moves in each of {GAMES} games", file=sys.stderr)
    return network


if __name__ == "__main__":
    learn(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0).save()
