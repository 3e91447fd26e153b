"""Games as PettingZoo's AEC environments, for its algorithms of many agents.

    from treebench.compat.pettingzoo import env
    games = env("connect-four")
    games.reset(seed=3)

Observations are dictionaries: `observation`, the planes of the position (see `Position.planes`), and `action_mask`, 1 for legal actions. The rewards at
the end are the scores of the game. Chance is drawn from the seed of `reset`. Games of imperfect information are refused.
"""

from __future__ import annotations

import random
from typing import Any, Optional, Union

import gymnasium  # type: ignore[import-not-found,import-untyped,unused-ignore]
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]

from .. import _native


def env(name: str, *, split: Optional[str] = None, **params: Union[bool, int, float, str]) -> Environment:
    """An environment of the registered game of this name."""
    return Environment(_native.game(name, split=split, **params))


class Environment(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game; its agents are `player_0`, `player_1` and so on."""

    def __init__(self, game: _native.Game) -> None:
        super().__init__()
        if game.hidden:
            raise ValueError(f"`{game.name}` hides information from its players: an observation of this environment would show it")
        self.game = game
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        planes = gymnasium.spaces.Box(0.0, np.inf, game.planes_shape, np.float32)
        mask = gymnasium.spaces.Box(0, 1, (game.action_size,), np.int8)
        self._observation = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
        self._action = gymnasium.spaces.Discrete(game.action_size)

    def observation_space(self, agent: str) -> Any:
        return self._observation

    def action_space(self, agent: str) -> Any:
        return self._action

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._chance = random.Random(seed)
        self.position = self.game.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def step(self, action: Any) -> None:
        """Plays an action. Raises IllegalMoveError (a ValueError) if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Draws chance, and selects the next agent or ends the game."""
        while self.position.player == -1:
            moves, weights = zip(*self.position.outcomes())
            self.position.play(self._chance.choices(moves, weights)[0])
        if self.position.player is not None:
            self.agent_selection = self.possible_agents[self.position.player]
            return
        self.rewards = dict(zip(self.possible_agents, self.position.scores()))
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self.game.action_size, np.int8)
        if agent == self.agent_selection and not self.position.over:
            mask[self.position.actions()] = 1
        return {"observation": self.position.planes(), "action_mask": mask}

    def render(self) -> str:
        return self.position.board()

    def close(self) -> None:
        """Nothing is open."""
