"""How many times as fast as OpenSpiel's C++ are random games and plain UCT here? Both programs alternate in one session, and ratios are printed.

    cargo build --release
    python3 -m venv target/openspiel && target/openspiel/bin/pip install open_spiel==2.0.2
    target/openspiel/bin/python harness/benches/openspiel.py [--bench target/release/bench] [--rounds 5]

OpenSpiel's MCTS runs in C++ inside one call from Python. What is compared is processor time, and the median over the rounds counts. Both searches
begin at the first move, play one random game an iteration, use UCB1 with the same weight, solve nothing and keep no tree. Random games are those of
OpenSpiel's rollout evaluator. Lines of action and pentago have OpenSpiel's rules in both programs.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import time

import pyspiel

SEED, UCT_C, NO_LIMIT = 0, 2**0.5, 2**31 - 1  # OpenSpiel counts results from -1 to 1, so that this is a weight of 1/sqrt(2) here.

# Our game and its parameters, OpenSpiel's name, iterations of one search there and here, random games there and here.
GAMES = [
    ("breakthrough", [], "breakthrough", (2_000, 50_000), (1_000, 50_000)),
    ("connect-four", [], "connect_four", (10_000, 100_000), (5_000, 500_000)),
    ("tic-tac-toe", [], "tic_tac_toe", (20_000, 100_000), (20_000, 500_000)),
    ("reversi", [], "othello", (1_000, 30_000), (500, 30_000)),
    ("lines-of-action", ["both-connected=mover-wins", "max-moves=1000"], "lines_of_action", (300, 10_000), (100, 10_000)),
    ("pentago", ["instant-win=false"], "pentago", (1_000, 50_000), (1_000, 50_000)),
]


def theirs(name, iterations, games):
    """OpenSpiel's rates a second: iterations of a search, and random games."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, SEED), UCT_C, iterations, NO_LIMIT, False, SEED, False, pyspiel.ChildSelectionPolicy.UCT
    )
    started = time.process_time()
    bot.mcts_search(state)
    search = iterations / (time.process_time() - started)
    evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
    started = time.process_time()
    evaluator.evaluate(state)
    return search, games / (time.process_time() - started)


def seconds(command):
    """The processor time of a command."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def ours(bench, game, params, iterations, games):
    """The same of treebench. The start of the program, and the thousand games in which `bench playout` counts moves, are measured and left out."""
    given = [word for param in params for word in ("-p", param)]

    def rate(verb, few, many):
        return (many - few) / (seconds(verb + [str(many)]) - seconds(verb + [str(few)]))

    search = [bench, "search", game, "--agent", "uct", "-p", f"exploration={UCT_C / 2}", *given, "--iterations"]
    return rate(search, 1, iterations), rate([bench, "playout", game, *given, "--playouts"], 1_000, games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="target/release/bench", help="the executable of treebench")
    parser.add_argument("--rounds", type=int, default=5, help="how often the two alternate")
    parser.add_argument("--json", action="store_true", help="prints one line of JSON a game instead of a table")
    args = parser.parse_args()
    if not args.json:
        print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores; OpenSpiel {pyspiel.__dict__.get('__version__', '')}".rstrip())
        print("| game | UCT here | OpenSpiel | ratio | random games here | OpenSpiel | ratio |\n|---|---|---|---|---|---|---|")
    for game, params, other, (their_iterations, our_iterations), (their_games, our_games) in GAMES:
        rounds = [
            theirs(other, their_iterations, their_games) + ours(args.bench, game, params, our_iterations, our_games) for _ in range(args.rounds)
        ]
        their_search, their_play, our_search, our_play = (statistics.median(column) for column in zip(*rounds))
        # Ratios are taken inside a round, where both met the same load.
        search, play = (statistics.median(r[k + 2] / r[k] for r in rounds) for k in (0, 1))
        if args.json:
            print(json.dumps({"game": game, "uct": [our_search, their_search, search], "playouts": [our_play, their_play, play]}), flush=True)
        else:
            figures = f"{our_search:,.0f} | {their_search:,.0f} | {search:.1f} | {our_play:,.0f} | {their_play:,.0f} | {play:.1f}"
            print(f"| {game} | {figures} |", flush=True)


main()
