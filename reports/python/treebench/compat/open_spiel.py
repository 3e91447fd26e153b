"""Games and positions with OpenSpiel's names, so that its algorithms in Python play them: its MCTS bot, its minimax.

    from treebench.compat.open_spiel import load_game
    game = load_game("breakthrough", width=6, height=6)
    state = game.new_initial_state()

Scores of two-player games with a constant sum are on the scale from -1 to 1, as OpenSpiel expects of zero-sum games; others are as the game has them.
Described games do not say whether their sum is constant: `zero_sum=True` does. Nothing is hidden: games of imperfect information are refused. What OpenSpiel
has compiled, such as `pyspiel.exploitability`, takes its own games alone. OpenSpiel itself is needed for `Game.get_type` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Optional, Union

from .. import _native

#: OpenSpiel's numbers for who acts.
CHANCE, TERMINAL = -1, -4


def load_game(name: str, *, split: Optional[str] = None, zero_sum: Optional[bool] = None, **params: Union[bool, int, float, str]) -> Game:
    """The registered game of this name under OpenSpiel's names. `zero_sum` says whether what one of two players gains the other loses, if the game does
    not know."""
    return Game(_native.game(name, split=split, **params), zero_sum=zero_sum)


class Game:
    """A game as `pyspiel.Game`."""

    def __init__(self, game: _native.Game, *, zero_sum: Optional[bool] = None) -> None:
        if game.hidden:
            raise ValueError(f"`{game.name}` hides information from its players: a state of this adapter would show it")
        #: The game itself.
        self.game = game
        known = None if game.players == 2 and game.total is None else game.players == 2 and game.total == sum(game.scores)
        if zero_sum and known is False:
            raise ValueError(f"`{game.name}` is no game of two players whose scores have a constant sum")
        self._zero_sum = bool(zero_sum if known is None else known)

    def new_initial_states(self) -> list[State]:
        return [self.new_initial_state()]

    def new_initial_state(self) -> State:
        return State(self, self.game.start(), [])

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.action_size

    def policy_tensor_shape(self) -> list[int]:
        return [self.game.action_size]

    def observation_tensor_shape(self) -> list[int]:
        return list(self.game.planes_shape)

    def observation_tensor_size(self) -> int:
        planes, rows, columns = self.game.planes_shape
        return planes * rows * columns

    def min_utility(self) -> float:
        return -1.0 if self._zero_sum else self.game.scores[0]

    def max_utility(self) -> float:
        return 1.0 if self._zero_sum else self.game.scores[1]

    def utility_sum(self) -> Optional[float]:
        return 0.0 if self._zero_sum else self.game.total

    def get_parameters(self) -> dict[str, Any]:
        return dict(self.game.params)

    def get_type(self) -> Any:
        """What kind of game it is, in the words of OpenSpiel's own `GameType`."""
        kind = import_module("pyspiel").GameType
        return SimpleNamespace(
            short_name=self.game.name,
            long_name=self.game.name,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if self.game.chance else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if self._zero_sum else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.game.players,
            min_num_players=self.game.players,
            provides_observation_tensor=self._has_planes(),
        )

    def _has_planes(self) -> bool:
        try:
            return bool(self.game.planes_shape)
        except ValueError:
            return False

    def scaled(self, score: float) -> float:
        """A score as OpenSpiel has it."""
        low, high = self.game.scores
        return 2.0 * (score - low) / (high - low) - 1.0 if self._zero_sum else score

    def __str__(self) -> str:
        return self.game.name


class State:
    """A position as `pyspiel.State`; actions are those of `Position.actions`."""

    def __init__(self, game: Game, position: _native.Position, history: Sequence[int]) -> None:
        self._game, self._history = game, list(history)
        #: The position itself.
        self.position = position

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        player = self.position.player
        return TERMINAL if player is None else CHANCE if player < 0 else player

    def is_terminal(self) -> bool:
        return self.position.over

    def is_chance_node(self) -> bool:
        return self.position.player == -1

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        return sorted(self.position.actions())

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.position.action_of(move), probability) for move, probability in self.position.outcomes()]

    def apply_action(self, action: int) -> None:
        self.position.play(int(action))
        self._history.append(int(action))

    def child(self, action: int) -> State:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        return State(self._game, self.position.copy(), self._history)

    def returns(self) -> list[float]:
        """The scores at the end; zeros before it."""
        if not self.position.over:
            return [0.0] * self.num_players()
        returns = [self._game.scaled(score) for score in self.position.scores()]
        if self._game.utility_sum() == 0.0 and abs(sum(returns)) > 1e-9:
            raise ValueError(f"the scores of `{self._game}` have no constant sum: load it without zero_sum")
        return returns

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.returns()[player]

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        values: list[float] = self.position.planes().reshape(-1).tolist()
        return values

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.position.notation

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self.history_str()

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        return self.position.move_of(player_or_action if action is None else action)

    def string_to_action(self, player_or_text: Union[int, str], text: Optional[str] = None) -> int:
        return self.position.action_of(str(player_or_text) if text is None else text)

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def history(self) -> list[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def __str__(self) -> str:
        return self.position.board()
