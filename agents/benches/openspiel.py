"""How many times as fast as OpenSpiel's C++ are random games, plain UCT and SO-ISMCTS here? Both programs alternate in one session, and ratios are printed.

    cargo build --release -p treebench-agents --example loops
    python3 -m venv target/openspiel && target/openspiel/bin/pip install open_spiel==2.0.2
    target/openspiel/bin/python agents/benches/openspiel.py [--loops target/release/examples/loops] [--rounds 5]

OpenSpiel's MCTS runs in C++ inside one call from Python. What is compared is processor time, and the median over the rounds counts. Both searches
begin at the first move, play one random game an iteration, use UCB1 with the same weight, solve nothing and keep no tree. Random games of OpenSpiel
are those of a search of ten iterations with very many games each. Pentago has OpenSpiel's rules in both programs,
and so does lines of action, but that OpenSpiel draws it when a board is repeated, as a fifth of random games are. Its ISMCTS draws positions of the two
poker games alone.
"""
import argparse
import resource
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

# The same of games of hidden information: our game, OpenSpiel's name, the range of its scores, iterations of one search there and here.
HIDDEN = [("kuhn-poker", "kuhn_poker", 4, 200_000, 1_000_000), ("leduc-poker", "leduc_poker", 26, 100_000, 1_000_000)]
ISMCTS_C = 0.7  # On the scale [0, 1]; OpenSpiel's results are those of the game.


def theirs(name, iterations, games):
    """OpenSpiel's rates a second: iterations of a search, and random games."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def time_of(simulations, rollouts):
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
        bot = pyspiel.MCTSBot(
            game, evaluator, UCT_C, simulations, NO_LIMIT, False, SEED, False, pyspiel.ChildSelectionPolicy.UCT
        )
        started = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - started

    # A search that plays very many random games a simulation does little else.
    return iterations / time_of(iterations, 1), games / time_of(10, games // 10)


def their_ismcts(name, scores, iterations):
    """OpenSpiel's iterations a second after the deal; every iteration draws a position anew."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.ISMCTSBot(SEED, evaluator, ISMCTS_C * scores, iterations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT)
    started = time.process_time()
    bot.get_policy(state)
    return iterations / (time.process_time() - started)


def seconds(command):
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(loops, game, params, iterations, games):
    """The same of treebench. The start of the program is measured by a run of a hundredth of the length and left out."""
    given = [f"game.{param}" for param in params]
    search = rate(loops, ["search", game, "uct", f"agent.exploration={UCT_C / 2}", *given], iterations)
    return search, rate(loops, ["playouts", game, *given], games)


def rate(loops, words, count):
    """How often a second a loop is played."""
    few = count // 100
    run = [loops, "run", " ".join(words)]
    return (count - few) / (seconds([*run, str(count)]) - seconds([*run, str(few)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loops", default="target/release/examples/loops", help="the example of treebench that plays loops")
    parser.add_argument("--rounds", type=int, default=5, help="how often the two alternate")
    args = parser.parse_args()
    print("| game | UCT here | OpenSpiel | ratio | random games here | OpenSpiel | ratio |\n|---|---|---|---|---|---|---|", flush=True)
    for game, params, other, (their_iterations, our_iterations), (their_games, our_games) in GAMES:
        rounds = [
            theirs(other, their_iterations, their_games) + ours(args.loops, game, params, our_iterations, our_games) for _ in range(args.rounds)
        ]
        their_search, their_play, our_search, our_play = (statistics.median(column) for column in zip(*rounds))
        # Ratios are taken inside a round, where both met the same load.
        search, play = (statistics.median(r[k + 2] / r[k] for r in rounds) for k in (0, 1))
        figures = f"{our_search:,.0f} | {their_search:,.0f} | {search:.1f} | {our_play:,.0f} | {their_play:,.0f} | {play:.1f}"
        print(f"| {game} | {figures} |", flush=True)
    print("\n| game | SO-ISMCTS here | OpenSpiel | ratio |\n|---|---|---|---|", flush=True)
    for game, other, scores, their_iterations, our_iterations in HIDDEN:
        search = ["search", game, "so-ismcts", f"agent.exploration={ISMCTS_C}"]
        rounds = [(their_ismcts(other, scores, their_iterations), rate(args.loops, search, our_iterations)) for _ in range(args.rounds)]
        there, here = (statistics.median(column) for column in zip(*rounds))
        print(f"| {game} | {here:,.0f} | {there:,.0f} | {statistics.median(b / a for a, b in rounds):.1f} |", flush=True)


main()
