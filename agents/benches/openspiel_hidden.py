"""Are our searches of information sets those of OpenSpiel, and how many times as fast are they?

    cargo build --release
    python3 -m venv target/openspiel && target/openspiel/bin/pip install open_spiel==2.0.2 numpy
    target/openspiel/bin/python agents/benches/openspiel_hidden.py speed [--bench target/release/bench]
    target/openspiel/bin/python agents/benches/openspiel_hidden.py matches [--games 500]

The nodes of OpenSpiel's `ISMCTSBot` are the information sets of the player to move, as those of `mo-ismcts`; in `so-ismcts` they are those of the searching
player. In Kuhn and Leduc poker the bot is C++. In the other games OpenSpiel draws no positions, so that its bot in Python plays, with a `resampler` written
here. All of them use UCB1 with the same weight on the scale of scores, one random playout an iteration, and play the most visited move.

`matches` plays each deal twice with the seats swapped, OpenSpiel being the referee; ours gets the position as notation and, like all agents here, sees a position
that was drawn from what its player knows. What was claimed before anything was played: at equal iterations the mean score of `mo-ismcts` differs from one half by
less than 7.5 points (two one-sided tests at 5 %, clustered by deal). `so-ismcts` is played for comparison.

`speed` compares processor time of one search from the first decision. Both alternate; the median of the ratios counts.
"""
import argparse
import json
import random
import resource
import statistics
import subprocess
import time

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts

WEIGHT = 0.7  # On the scale [0, 1].
MARGIN = 0.075


def square(columns):
    return lambda action: "abcdefghi"[action % columns] + str(1 + action // columns)


def cells(columns):
    """The notation of a phantom game: all tries in their order."""
    return lambda state: " ".join(map(square(columns), state.history())) or "-"


def kuhn(state):
    history = state.history()
    return "".join(map(str, history[:2])) + " " + ("".join("pb"[action] for action in history[2:]) or "-")


def leduc(state):
    """Cards are numbered alike; chance deals the first, the second and the third."""
    text, dealt, replay = "", 0, state.get_game().new_initial_state()
    for action in state.history():
        if replay.is_chance_node():
            text += ["J", "j", "Q", "q", "K", "k"][action]
        else:
            text += "fcr"[action]
        replay.apply_action(action)
    return text


def redeal(state, player, draw):
    """Liar's dice: another die for the other player."""
    drawn, history = state.get_game().new_initial_state(), state.history()
    for number, action in enumerate(history):
        drawn.apply_action(draw.randrange(6) if number == 1 - player else action)
    return drawn


def retry(state, player, draw):
    """Phantom games: tries of the other player that look the same; stones are placed at random until the whole game fits."""
    history, game = state.history(), state.get_game()
    steps, replay = [], game.new_initial_state()
    for action in history:
        mover = replay.current_player()
        replay.apply_action(action)
        steps.append((mover, action, not replay.is_terminal() and replay.current_player() == mover))
    # What the player has placed itself cannot be the other's, and what it has met must be there in time.
    own = {action for mover, action, failed in steps if mover == player and not failed}
    met = [(number, action) for number, (mover, action, failed) in enumerate(steps) if mover == player and failed]
    while True:
        drawn, placed = game.new_initial_state(), set()
        for number, (mover, action, failed) in enumerate(steps):
            if mover != player:
                legal = drawn.legal_actions()
                mine = {a for m, a, f in steps[:number] if m == player and not f}
                if failed:
                    legal = [a for a in legal if a in mine]
                else:
                    left = sum(1 for m, _, f in steps[number:] if m != player and not f)
                    due = [a for _, a in met if a not in placed]
                    legal = [a for a in legal if a not in own and (a in due or len(due) < left)]
                if not legal:
                    break
                action = draw.choice(legal)
                placed |= set() if failed else {action}
            elif action not in drawn.legal_actions():
                break
            drawn.apply_action(action)
            again = not drawn.is_terminal() and drawn.current_player() == mover
            if again != failed or drawn.is_terminal():
                break
        else:
            return drawn


# Our game and its parameters, OpenSpiel's, the width of the range of its scores, its positions in our notation, our notation of a move, its resampler; iterations
# of one search there and here for the speed, and of a turn in a match.
GAMES = [
    ("kuhn-poker", [], "kuhn_poker", 4, kuhn, lambda action: "pb"[action], None, (100_000, 1_000_000), 1000),
    ("leduc-poker", [], "leduc_poker", 26, leduc, lambda action: "fcr"[action], None, (50_000, 1_000_000), 1000),
    ("liars-dice", [], "liars_dice", 2, None, None, redeal, (500, 500_000), 100),
    ("phantom-tic-tac-toe", [], "phantom_ttt(obstype=reveal-numturns)", 2, cells(3), square(3), retry, (300, 300_000), 100),
    ("dark-hex", [], "dark_hex(num_rows=3,num_cols=3,obstype=reveal-numturns)", 2, cells(3), square(3), retry, (300, 300_000), 100),
]


def bids(state):
    """Liar's dice in our notation."""
    history = state.history()
    words = [bid(action) for action in history[2:]]
    return " ".join(["".join(str(1 + die) for die in history[:2]), *words])


def bid(action):
    return "liar" if action == 12 else f"{1 + action // 6}x{1 + action % 6}"


def their_bot(game, width, resampler, iterations, seed):
    if resampler is None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.ISMCTSBot(seed, evaluator, WEIGHT * width, iterations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT)
    from open_spiel.python.algorithms import mcts

    draw = random.Random(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(seed))
    bot = ismcts.ISMCTSBot(game, evaluator, WEIGHT * width, iterations, random_state=numpy.random.RandomState(seed))
    bot.set_resampler(lambda state, player: resampler(state, player, draw))
    return bot


def first_decision(game):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed(bench, rounds):
    print("| game | OpenSpiel | `so-ismcts` | ratio | `mo-ismcts` | ratio |\n|---|---|---|---|---|---|", flush=True)
    for name, params, other, width, notation, _, resampler, (theirs, ours), _ in GAMES:
        game = pyspiel.load_game(other)
        state = first_decision(game)
        table = []
        for number in range(rounds):
            bot = their_bot(game, width, resampler, theirs, number)
            started = time.process_time()
            bot.get_policy(state)
            row = [theirs / (time.process_time() - started)]
            for agent in ("so-ismcts", "mo-ismcts"):
                words = [bench, "search", name, "--agent", agent, "-p", f"agent.exploration={WEIGHT}", "--seed", str(number)]
                words += ["--position", (notation or bids)(state), *params]
                few = ours // 100
                spent = seconds([*words, "--iterations", str(ours)]) - seconds([*words, "--iterations", str(few)])
                row.append((ours - few) / spent)
            table.append(row)
        there, single, multiple = (statistics.median(column) for column in zip(*table))
        ratios = [statistics.median(row[k] / row[0] for row in table) for k in (1, 2)]
        print(f"| {name} | {there:,.0f} | {single:,.0f} | {ratios[0]:.1f} | {multiple:,.0f} | {ratios[1]:.1f} |", flush=True)


def our_move(bench, name, params, agent, position, iterations, seed):
    words = [bench, "search", name, "--agent", agent, "-p", f"agent.exploration={WEIGHT}", "--position", position, *params]
    words += ["--iterations", str(iterations), "--seed", str(seed), "--format", "json"]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["chosen"]


def play(bench, entry, agent, seat, deal, seed):
    """The score of our agent in this seat, on the scale [0, 1]; both games of a pair have the same deal."""
    name, params, other, width, notation, write, resampler, _, iterations = entry
    game = pyspiel.load_game(other)
    state, chance, bot = game.new_initial_state(), random.Random(deal), their_bot(game, width, resampler, iterations, seed)
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, shares)[0])
        elif player == seat:
            moves = {(write or bid)(action): action for action in state.legal_actions()}
            chosen = our_move(bench, name, params, agent, (notation or bids)(state), iterations, seed * 1000 + len(state.history()))
            state.apply_action(moves[chosen])
        else:
            state.apply_action(bot.step(state))
    return 0.5 + state.returns()[seat] / width


def matches(bench, games, chosen):
    print("| game | iterations | agent | games | mean score | 90 % interval | even within 7.5 points |\n|---|---|---|---|---|---|---|", flush=True)
    for entry in GAMES:
        if chosen and entry[0] not in chosen:
            continue
        for agent in ("mo-ismcts", "so-ismcts"):
            pairs = [statistics.mean(play(bench, entry, agent, seat, n, 2 * n + seat) for seat in (0, 1)) for n in range(games // 2)]
            mean, error = statistics.mean(pairs), statistics.stdev(pairs) / len(pairs) ** 0.5
            low, high = mean - 1.645 * error, mean + 1.645 * error
            even = "yes" if 0.5 - MARGIN < low and high < 0.5 + MARGIN else "not shown"
            print(f"| {entry[0]} | {entry[8]} | `{agent}` | {games} | {mean:.4f} | {low:.4f} to {high:.4f} | {even} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "matches"])
    parser.add_argument("--bench", default="target/release/bench")
    parser.add_argument("--rounds", type=int, default=5, help="how often the two alternate")
    parser.add_argument("--games", type=int, default=500, help="games of a pair of agents")
    parser.add_argument("--game", action="append", help="only these")
    args = parser.parse_args()
    speed(args.bench, args.rounds) if args.what == "speed" else matches(args.bench, args.games, args.game)


main()
