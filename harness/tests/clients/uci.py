"""python-chess drives `bench uci`: a game under its rules, an analysis that is stopped, options and clocks.

`python uci.py BENCH [GAMES]` plays so many games through `analyse` and `play`, 3 if it is not said.
"""
import random
import sys

import chess
import chess.engine

bench, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
with chess.engine.SimpleEngine.popen_uci([bench, "uci", "--agent", "uct"], timeout=60) as engine:
    assert engine.id["name"] == "treebench uct", engine.id
    assert {"Seed", "Iterations", "Exploration", "MaxNodes"} <= set(engine.options), list(engine.options)
    engine.configure({"Seed": 3, "Exploration": "0.4"})

    # Every move of either side is legal for both programs; python-chess refuses an illegal one.
    board, draw = chess.Board(), random.Random(2)
    while not board.is_game_over() and board.ply() < 60:
        if board.turn == chess.WHITE:
            played = engine.play(board, chess.engine.Limit(nodes=60), info=chess.engine.INFO_ALL)
            assert played.info["nodes"] >= 60 and played.info["pv"][0] == played.move, played
            board.push(played.move)
        else:
            board.push(draw.choice(sorted(board.legal_moves, key=str)))

    # Pawns capture in passing, castle and promote.
    for moves in ["e2e4 a7a6 e4e5 d7d5", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7", "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6"]:
        board = chess.Board()
        for move in moves.split():
            board.push_uci(move)
        special = {"e5d6", "e1g1", "b7a8q"} & {str(move) for move in board.legal_moves}
        assert len(special) == 1
        board.push_uci(special.pop())
        assert engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1)).move in board.legal_moves

    # Mate in one is found and worth more than anything else.
    board = chess.Board()
    for move in "f2f3 e7e5 g2g4".split():
        board.push_uci(move)
    found = engine.analyse(board, chess.engine.Limit(nodes=60_000))
    assert found["pv"][0] == chess.Move.from_uci("d8h4"), found
    assert found["score"].pov(chess.BLACK).score() > 200, found

    # A position may be given in FEN, in the middle of any game: the engine moves there and afterwards.
    board = chess.Board()
    for _ in range(40):
        if board.is_game_over():
            board = chess.Board()
        board.push(draw.choice(sorted(board.legal_moves, key=str)))
        here = chess.Board(board.fen())
        while not here.is_game_over() and here.ply() < board.ply() + 2:
            here.push(engine.play(here, chess.engine.Limit(nodes=20)).move)
    # The right to castle, the capture in passing and the clock are a part of it.
    for fen, move in [("4k3/8/8/8/8/8/7q/R3K3 w Q - 3 20", "e1c1"), ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 30", "d5c6")]:
        board = chess.Board(fen)
        board.push(board.parse_uci(move))
        assert engine.play(board, chess.engine.Limit(nodes=50)).move in board.legal_moves, fen
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 48 60")
    assert engine.play(mate, chess.engine.Limit(nodes=30_000)).move == chess.Move.from_uci("a1a8")

    board = chess.Board()
    for move in "f2f3 e7e5 g2g4".split():
        board.push_uci(move)
    with engine.analysis(board) as analysis:
        analysis.stop()
        assert analysis.wait().move in board.legal_moves
    # Three lines with scores (a random game of chess from its start takes some 350 positions, each of which is a node), games by the rules of chess, from
    # the usual and from Fischer's starts and from the end of a game. When more are asked for than the test plays, they go on to their end.
    starts = [chess.Board(), chess.Board.from_chess960_pos(7), chess.Board("4k3/8/8/8/8/8/R7/4K3 w - - 90 120")]
    starts += [chess.Board.from_chess960_pos(draw.randrange(960)) if number % 2 else chess.Board() for number in range(games - len(starts))]
    for start in starts[:games]:
        board, last = start.copy(), start.ply() + (40 if games <= 3 else 400)
        while not board.is_game_over() and board.ply() < last:
            lines = engine.analyse(board, chess.engine.Limit(nodes=10_000), multipv=3)
            assert len(lines) == min(3, board.legal_moves.count()), (board.fen(), lines)
            assert len({line["pv"][0] for line in lines}) == len(lines) and all("score" in line for line in lines), lines
            board.push(lines[-1]["pv"][0])
            if not board.is_game_over():
                board.push(engine.play(board, chess.engine.Limit(nodes=20)).move)

    # Nobody has claimed the draw, and the game goes on.
    for fen in ["4k3/8/8/8/8/8/p7/4K3 b - - 60 90", "4k3/8/8/8/8/8/R7/4K3 w - - 120 120"]:
        board = chess.Board(fen)
        assert engine.play(board, chess.engine.Limit(nodes=100)).move in board.legal_moves, fen
    quiet = chess.Board()
    for _ in range(30):
        for move in "b1c3 b8c6 c3b1 c6b8".split():
            quiet.push_uci(move)
    assert engine.play(quiet, chess.engine.Limit(nodes=100)).move in quiet.legal_moves

    # Only some moves are searched.
    for name in ["e2e4", "a2a3"]:
        move = chess.Move.from_uci(name)
        assert engine.play(chess.Board(), chess.engine.Limit(nodes=500), root_moves=[move]).move == move
print("played", chess.__version__)
