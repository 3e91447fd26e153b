"""Plays any game by Monte-Carlo tree search. It knows no rules: in its turn it asks treebench what follows from a move (`query state`).

It speaks UGI on standard input and output; a line a message, plain Python 3, no packages. The experiment beside it lets it play.
"""
import math
import random
import sys


def say(line):
    print(line, flush=True)


def ask(moves):
    """What the position after these moves is, from where we are to move: (player to move, moves), or (None, scores) at the end."""
    say("query state " + " ".join(moves))
    words = sys.stdin.readline().split()
    if words[:2] == ["state", "over"]:
        return None, [float(word) for word in words[3:]]
    if words[:2] == ["state", "turn"]:
        return int(words[2]), words[4:]
    sys.exit("this agent cannot play games with chance: " + " ".join(words))


class Node:
    def __init__(self, path):
        self.player, self.found = ask(path)  # whose turn, and the moves; or None and the scores
        self.untried = list(self.found) if self.player is not None else []
        random.shuffle(self.untried)
        self.children = {}  # move -> [visits, sum of the mover's scores, node]

    def best(self):
        total = sum(visits for visits, _, _ in self.children.values())

        def bound(move):
            visits, score, _ = self.children[move]
            return score / visits + math.sqrt(0.5 * math.log(total) / visits)

        return max(self.children, key=bound)


def play_out(path, node):
    """Random moves to the end; the scores there."""
    player, found = node.player, node.found
    while player is not None:
        path = path + [random.choice(found)]
        player, found = ask(path)
    return found


def iterate(root):
    node, path, line = root, [], []
    while node.player is not None:
        if node.untried:
            move = node.untried.pop()
            path.append(move)
            child = Node(path)
            node.children[move] = [0, 0.0, child]
            line.append((node, move))
            scores = play_out(path, child)
            break
        move = node.best()
        path.append(move)
        line.append((node, move))
        node = node.children[move][2]
    else:
        scores = node.found
    for node, move in line:
        node.children[move][0] += 1
        node.children[move][1] += scores[node.player]


def main():
    while line := sys.stdin.readline():
        words = line.split()
        match words:
            case ["ugi", *_]:
                say("id name python-mcts\nid version 1\noption name Seed type spin default 0 min 0 max 2147483647\nugiok")
            case ["isready", *_]:
                say("readyok")
            case ["setoption", "name", "Seed", "value", seed]:
                random.seed(int(seed))
            case ["go", "nodes", nodes]:
                root = Node([])
                for _ in range(int(nodes)):
                    iterate(root)
                say(f"info iterations {nodes}")
                say("bestmove " + max(root.children, key=lambda move: root.children[move][0], default=root.found[0]))
            case ["quit", *_]:
                return


main()
