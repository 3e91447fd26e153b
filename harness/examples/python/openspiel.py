"""Lets OpenSpiel's MCTS, which is C++, play against treebench's agents, by UGI on standard input and output.

It needs the package `open_spiel` (`pip install open_spiel==2.0.2`) and plays the six games of GAMES, which have the same rules in both programs.
Which of them is played it finds out from the moves. In every turn it asks treebench for the legal moves (`query legalmoves`) and stops if
OpenSpiel has others, so that no game is played under two sets of rules. `configs/versus_openspiel.toml` is an experiment with it.
"""
import sys

import pyspiel

SEED, UCT_C = 0, 2**0.5  # OpenSpiel counts results from -1 to 1
NO_LIMIT = 2**31 - 1


def say(line):
    print(line, flush=True)


def upside_down(text):
    """A move of breakthrough: OpenSpiel numbers the rows from the side of the player who begins, and marks captures behind the move."""
    flipped = "".join(str(9 - int(c)) if c.isdigit() else c for c in text)
    return flipped[:2] + ("x" if text.endswith("*") else "-") + flipped[2:4]


def on_its_corner(text):
    """A cell of hex on 9x9: here the rhombus stands on the corner that OpenSpiel calls a1, and every rank from the top is one cell wider until the middle."""
    column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1
    rank = row + column
    return "abcdefghi"[min(rank, 8) - column] + str(17 - rank)


# Our name of a game, OpenSpiel's, and our notation of a move from OpenSpiel's.
GAMES = {
    "breakthrough": ("breakthrough", upside_down),
    "connect-four": ("connect_four", lambda text: str(int(text[1:]) + 1)),
    "tic-tac-toe": ("tic_tac_toe", lambda text: "abc"[int(text[4])] + str(3 - int(text[2]))),
    "reversi": ("othello", lambda text: text if text[0] in "abcdefgh" else "pass"),
    "rbg/hex": ("hex(board_size=9)", on_its_corner),
    "pentago": ("pentago", lambda text: text),
}


def legal(state, write):
    """The legal actions by our notation."""
    player = state.current_player()
    actions = {} if state.is_terminal() else {write(state.action_to_string(player, action)): action for action in state.legal_actions()}
    # Hex begins on the upper corner, so that the first move names no cell if it stays there.
    if state.move_number() == 0 and "a17" in actions:
        actions["->>"] = actions.pop("a17")
    return actions


def replay(name, moves, known):
    """The game after these moves and its legal actions, if it is this one; `known` are treebench's legal moves."""
    other, write = GAMES[name]
    game = pyspiel.load_game(other)
    state = game.new_initial_state()
    for move in moves:
        action = legal(state, write).get(move)
        if action is None:
            return None
        state.apply_action(action)
    actions = legal(state, write)
    return (game, state, actions) if sorted(actions) == sorted(known) else None


def choose(moves, nodes, seconds):
    say("query legalmoves")
    known = sys.stdin.readline().split()[1:]
    found = next((found for found in (replay(name, moves, known) for name in GAMES) if found), None)
    if found is None:
        sys.exit(f"no game of OpenSpiel has the legal moves {known} after {moves}")
    game, state, actions = found
    # A seed of its own for every turn, so that a game is repeated whatever was searched before.
    seed = (SEED * 1_000_003 + len(moves)) % NO_LIMIT
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, nodes, 1000, False, seed, False, pyspiel.ChildSelectionPolicy.UCT, seconds)
    root = bot.mcts_search(state)
    say(f"info iterations {root.explore_count}")
    best = root.best_child().action
    return next(move for move in known if actions[move] == best)


def main():
    global SEED, UCT_C
    moves = []
    while line := sys.stdin.readline():
        match line.split():
            case ["ugi", *_]:
                say("id name openspiel-mcts\nid version 2.0.2")
                say("option name Seed type spin default 0 min 0 max 2147483647\noption name UctC type string default 1.4142135623730951\nugiok")
            case ["isready", *_]:
                say("readyok")
            case ["setoption", "name", "Seed", "value", seed]:
                SEED = int(seed)
            case ["setoption", "name", "UctC", "value", weight]:
                UCT_C = float(weight)
            case ["position", "startpos", *rest]:
                moves = rest[1:]
            case ["position", *_]:
                sys.exit("this agent plays from the usual start only")
            case ["go", "nodes", nodes]:
                say("bestmove " + choose(moves, int(nodes), -1.0))
            case ["go", "movetime", milliseconds]:
                say("bestmove " + choose(moves, NO_LIMIT, int(milliseconds) / 1000))
            case ["quit", *_]:
                return


main()
