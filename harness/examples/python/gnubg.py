"""Lets GNU Backgammon play `backgammon` by UGI: it translates positions and plays, and gnubg chooses.

Arguments: the command of gnubg if it is not `gnubg`. Options: `Plies`, how many plies gnubg looks ahead (0 is the bare network); `Noise`, the standard deviation
in thousandths that is added to its evaluations, which weakens it; `Points`, whether gammons count (the parameter `stake = "points"` of the game). Plain Python 3, no packages, `stdbuf` of the GNU core utilities; tried with gnubg 1.07.
"""
import re
import subprocess
import sys

OFF, BAR = 0, 25
START = {24: 2, 13: 5, 8: 3, 6: 5}


def say(line):
    print(line, flush=True)


class Board:
    """Each player's men by own points: 25 is the bar, 0 is off."""

    def __init__(self):
        self.men = [[START.get(point, 0) for point in range(26)] for _ in range(2)]
        self.mover = 0
        self.dice = None

    def played(self, play):
        """The men after a play, as written by treebench (`13/8*,6/5`) or by gnubg (`13/8*/5(2)`)."""
        men = [own[:] for own in self.men]
        own, other = men[self.mover], men[1 - self.mover]
        for part in re.split("[, ]", play):
            path, times = re.fullmatch(r"([^(]*)(?:\((\d)\))?", part).groups()
            places = [{"bar": BAR, "off": OFF}.get(word, None) for word in path.replace("*", "").split("/")]
            places = [int(word) if place is None else place for place, word in zip(places, path.replace("*", "").split("/"))]
            for _ in range(int(times or 1)):
                for source, target in zip(places, places[1:]):
                    own[source] -= 1
                    own[target] += 1
                    if OFF < target < BAR and other[25 - target]:
                        other[25 - target] -= 1
                        other[BAR] += 1
        return men

    def follow(self, words):
        """Rolls and plays from the start; a play that is no move of a man is a pass."""
        for word in words:
            if self.dice is None:
                self.dice = word
            else:
                self.men = self.played(word) if "/" in word else self.men
                self.dice, self.mover = None, 1 - self.mover

    def simple(self):
        """The board as gnubg reads it: own bar, points with the other player's men as negative numbers, the other's bar."""
        own, other = self.men[self.mover], self.men[1 - self.mover]
        return " ".join(map(str, [own[BAR], *(own[point] - other[25 - point] for point in range(1, 25)), other[BAR]]))


class Gnubg:
    def __init__(self, command):
        self.process = subprocess.Popen(["stdbuf", "-oL", *command, "-t", "-q", "-r"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("set automatic game off", "set automatic roll off", "set automatic move off", "set player 0 human", "set player 1 human", "set cube use off")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def best(self, board, options):
        """The best play, as gnubg writes it."""
        self.send("new session" if options["Points"] == "true" else "new match 1")
        # The same position gets the same noise: games depend on the rolls alone.
        self.send("set evaluation chequerplay evaluation deterministic on", f"set evaluation chequerplay evaluation noise {int(options['Noise']) / 1000}")
        self.send(f"set evaluation chequerplay evaluation plies {options['Plies']}")
        # The board is that of the player to move.
        self.send("set turn 1", f"set board simple {board.simple()}", f"set dice {board.dice[0]} {board.dice[1]}", "hint 1", "show turn")
        best = None
        for line in self.process.stdout:
            if found := re.match(r"\s+1\. Cube\w+ \S+\s+(.*?)\s+(?:Eq|MWC)", line):
                best = found.group(1)
            # The answer to `show turn`, in 1.07 with a slip of the pen.
            if re.search(r" i[ns] on (move|roll)\.", line):
                return best
        sys.exit("gnubg ended")


def main():
    options = {"Plies": "0", "Noise": "0", "Points": "false"}
    gnubg = Gnubg(sys.argv[1:] or ["gnubg"])
    board = Board()
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                say("id name gnubg\noption name Plies type spin default 0 min 0 max 4\noption name Noise type spin default 0 min 0 max 1000\noption name Points type check default false\nugiok")
            case ["isready"]:
                say("readyok")
            case ["setoption", "name", name, "value", value]:
                options[name] = value
            case ["position", "startpos", *words]:
                board = Board()
                board.follow(words[1:])
            case ["position", *_]:
                sys.exit("only games from the start can be played")
            case ["go", *_]:
                # The names of legal plays, by what they lead to.
                say("query state")
                legal = {str(board.played(play)) if "/" in play else None: play for play in sys.stdin.readline().split()[4:]}
                if len(legal) == 1:
                    (move,) = legal.values()
                else:
                    best = gnubg.best(board, options)
                    move = legal.get(str(board.played(best)) if best else None)
                    if move is None:
                        sys.exit(f"gnubg plays {best}, which is not legal: {legal.values()}")
                say(f"bestmove {move}")
            case ["quit"]:
                return


main()
