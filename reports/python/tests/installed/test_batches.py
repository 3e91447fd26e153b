"""Planes, batches and the adapters for other libraries, tried on the installed package."""

from __future__ import annotations

import contextlib
import io
import unittest
import warnings
from importlib.util import find_spec

import treebench as tb

if find_spec("numpy") is not None:
    import numpy as np


@unittest.skipIf(find_spec("numpy") is None, "skipped: not installed: numpy")
class Batches(unittest.TestCase):
    def test_planes_show_the_board(self) -> None:
        for name in ("breakthrough", "rbg/breakthrough", "connect-four", "rbg/hex", "awari", "backgammon"):
            game = tb.game(name)
            position = game.start()
            planes = position.planes()
            self.assertEqual((planes.shape, planes.dtype), (game.planes_shape, np.float32))
            self.assertEqual(len(game.planes_labels), planes.shape[0])
            self.assertEqual(planes[-game.players :].sum(), 0 if position.player == -1 else planes[0].size)
        game = tb.game("breakthrough")
        planes, labels = game.start().planes(), game.planes_labels
        self.assertEqual([planes[labels.index(f"{colour} pawn")].sum() for colour in ("white", "black")], [16, 16])
        self.assertTrue((planes[labels.index("white pawn"), -2:] == 1).all())
        with self.assertRaisesRegex(ValueError, "no picture"):
            tb.game("kuhn-poker").start().planes()

    def test_a_batch_plays_as_its_boards_do(self) -> None:
        for name in ("breakthrough", "connect-four", "einstein"):
            batch = tb.Batch(tb.game(name), 700, seed=3, threads=2)
            again = tb.Batch(tb.game(name), 700, seed=3, threads=1)
            ended = 0
            for _ in range(40):
                choices = batch.random()
                self.assertTrue((choices < batch.counts()).all())
                before = batch.position(5)
                actions, begins = batch.actions()
                self.assertEqual(begins[-1], batch.counts().sum())
                self.assertEqual(sorted(actions[begins[5] : begins[6]]), sorted(before.actions()))
                scores, over = batch.step(choices)
                before.play(int(actions[begins[5] + choices[5]]))
                if before.over:
                    self.assertEqual((scores[5].tolist(), bool(over[5])), (before.scores(), True))
                    self.assertTrue(batch.game.chance or batch.position(5) == batch.game.start())
                elif before.player != -1:
                    self.assertEqual((batch.position(5), bool(over[5])), (before, False))
                same = again.step(again.random())
                self.assertTrue((same[0] == scores).all() and (same[1] == over).all())
                ended += int(over.sum())
            self.assertGreater(ended, 0)
            self.assertEqual(batch.planes().shape, (700, *tb.game(name).planes_shape))
            self.assertTrue((batch.planes()[6] == batch.position(6).planes()).all())

    def test_described_games_are_stepped(self) -> None:
        batch = tb.Batch(tb.game("rbg/breakthrough"), 8, seed=1)
        for _ in range(5):
            before, choices = batch.position(3), batch.random()
            actions, begins = batch.actions()
            batch.step(choices)
            before.play(int(actions[begins[3] + choices[3]]))
            self.assertEqual(batch.position(3), before)
        self.assertEqual(batch.planes().shape, (8, *batch.game.planes_shape))

    def test_wrong_steps_raise(self) -> None:
        batch = tb.Batch(tb.game("connect-four"), 4)
        before = [batch.position(board) for board in range(4)]
        for wrong, error in (([0, 0, 0], ValueError), ([[0, 0, 0, 0]], ValueError), ([0.0, float("nan"), 0.0, 0.0], TypeError), ([0, 0, 0, 7], tb.IllegalMoveError), ([0, -1, 0, 0], tb.IllegalMoveError)):
            with self.assertRaises(error):
                batch.step(wrong)
        self.assertEqual([batch.position(board) for board in range(4)], before)
        with self.assertRaises(IndexError):
            batch.position(4)
        for count in (0, 1 << 21):
            with self.assertRaises(ValueError):
                tb.Batch(tb.game("connect-four"), count)
        with self.assertRaisesRegex(ValueError, "without a split"):
            tb.Batch(tb.game("rbg/breakthrough", split="Mod"), 2)


@unittest.skipIf(find_spec("pyspiel") is None, "skipped: not installed: open_spiel")
class OpenSpiel(unittest.TestCase):
    def test_its_searches_play_our_games(self) -> None:
        from open_spiel.python.algorithms import mcts, minimax
        from treebench.compat.open_spiel import load_game

        game = load_game("tic-tac-toe")
        value, _ = minimax.alpha_beta_search(game, state=game.new_initial_state().child(4).child(1))
        self.assertEqual(value, 1)
        state = game.new_initial_state()
        bots = [mcts.MCTSBot(game, 2.0, count, mcts.RandomRolloutEvaluator(1, np.random.RandomState(5)), random_state=np.random.RandomState(6)) for count in (60, 2)]
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        self.assertEqual(sum(state.returns()), 0.0)
        self.assertEqual(state.legal_actions(), [])

    def test_described_games_are_said_to_be_zero_sum(self) -> None:
        from open_spiel.python.algorithms import get_all_states, minimax
        from treebench.compat.open_spiel import load_game

        name = "rbg/tic-tac-toe"
        game = load_game(name, zero_sum=True)
        self.assertEqual(minimax.alpha_beta_search(game, state=game.new_initial_state(), maximum_depth=2, value_function=lambda state: 0.0)[0], 0.0)
        self.assertNotEqual(load_game(name).get_type().utility, game.get_type().utility)
        self.assertEqual(len(get_all_states.get_all_states(load_game("tic-tac-toe"), depth_limit=2)), 82)
        with self.assertRaisesRegex(ValueError, "no game of two players"):
            load_game("connect-three", zero_sum=True)

    def test_chance_and_observations(self) -> None:
        from treebench.compat.open_spiel import load_game

        game = load_game("einstein")
        state = game.new_initial_state()
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        self.assertAlmostEqual(sum(probability for _, probability in state.chance_outcomes()), 1.0)
        self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
        with self.assertRaisesRegex(ValueError, "hides information"):
            load_game("kuhn-poker")


@unittest.skipIf(find_spec("pettingzoo") is None, "skipped: not installed: pettingzoo")
class PettingZoo(unittest.TestCase):
    def test_its_own_test_passes(self) -> None:
        from pettingzoo.test import api_test
        from treebench.compat.pettingzoo import env

        for name in ("tic-tac-toe", "einstein"):
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(env(name), num_cycles=60)


if __name__ == "__main__":
    unittest.main()
