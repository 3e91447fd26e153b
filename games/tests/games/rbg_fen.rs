//! FEN of chess as rules: published positions with their perft counts, castling, en passant and the clock, and rejected FENs.

use std::sync::Arc;
use treebench_games::exchange::{START_OF_CHESS as START, fen};
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::perft::perft;
use treebench_games::{Game, games};

fn game(name: &str, draw_after: i64) -> Arc<dyn Game> {
    let values = Values::from_iter([("drawAfter".to_owned(), Value::Int(draw_after))]);
    games().find(name).unwrap().build(&values).unwrap()
}

fn chess() -> Arc<dyn Game> {
    game("rbg/chess", 100)
}

/// The FEN after some moves from a FEN.
fn after(game: &dyn Game, from: &str, moves: &str) -> String {
    let mut here = game.parse(from).unwrap();
    for word in moves.split_whitespace() {
        find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
    }
    fen(game, here.as_ref()).unwrap()
}

/// Positions with many castlings, en passant captures, promotions and discovered checks, and their perft counts at depths 1, 2 and 3
/// (chessprogramming.org, Perft Results; the same by python-chess 1.11.2).
const COUNTED: &[(&str, [u64; 3])] = &[
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9_467]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", [6, 264, 9_467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2_079, 89_890]),
];

#[test]
fn published_positions_have_their_counts() {
    for (text, counts) in COUNTED {
        let position = chess().parse(text).unwrap();
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| **count < 70_000) {
            assert_eq!(perft(position.as_ref(), depth), Ok(*count), "{text} at depth {depth}");
        }
    }
}

#[test]
fn what_the_rules_keep_is_written() {
    let chess = chess();
    assert_eq!(fen(chess.as_ref(), chess.start().as_ref()).unwrap(), START);
    let from = |text, moves| after(chess.as_ref(), text, moves);
    assert_eq!(from(START, "e2-e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(from(START, "e2-e4 g8-f6 e4-e5 d7-d5"), "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1");
    assert_eq!(from(START, "g1-f3 g8-f6 h1-g1"), "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKBR1 b Qkq - 3 1");
    assert_eq!(from("4k3/8/8/8/8/8/8/4K2R w K - 7 30", ""), "4k3/8/8/8/8/8/8/4K2R w K - 7 1");
    assert_eq!(from("4k3/8/8/8/8/8/8/4K2R w - - 7 30", "e1-e2"), "4k3/8/8/8/8/8/4K3/7R b - - 8 1");
    // Rights of one side do not give the other's.
    let moves = |text: &str| {
        let here = chess.parse(text).unwrap();
        let all: Vec<String> = here.move_list().iter().map(|&m| here.move_notation(&[m])).collect();
        all.into_iter().filter(|name| name.starts_with("e1")).count()
    };
    let castling = ["-", "K", "Q", "KQ"].map(|rights| moves(&format!("4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1")));
    assert_eq!(castling, [5, 6, 6, 7]);
}

/// Mate and stalemate on the board are decided when the position is read, and so is the draw by the halfmove clock.
#[test]
fn finished_games_are_scored() {
    let scores = |text: &str| {
        let here = chess().parse(text).unwrap();
        here.is_over().then(|| [0, 1].map(|player| here.score(player)))
    };
    assert_eq!(scores("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), Some([0.0, 100.0]));
    assert_eq!(scores("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some([50.0, 50.0]));
    assert_eq!(scores("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80"), None);
    let chess = chess();
    let mut here = chess.parse("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80").unwrap();
    find_move(here.as_ref(), "f1-e1").unwrap().into_iter().for_each(|m| here.apply(m));
    assert!(here.is_over() && here.score(0) == 50.0);
}

#[test]
fn other_rules_read_what_they_keep() {
    let captures = game("rbg/chess-king-capture", 50);
    assert_eq!(after(captures.as_ref(), START, "e2-e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    // The king may be left where it can be taken.
    let open = captures.parse("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").unwrap();
    assert_eq!(open.score(0), 50.0);
    let small = game("rbg/los-alamos-chess", 50);
    assert_eq!(after(small.as_ref(), "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 5 1", "b1-c3"), "rnqknr/pppppp/6/2N3/PPPPPP/R1QKNR b - - 6 1");
    let refused = |game: &dyn Game, text: &str| game.parse(text).err().unwrap().to_string();
    let error = refused(small.as_ref(), "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w K - 5 1");
    assert!(error.contains("expected `-`, as this game has no castling"), "{error}");
    let error = refused(small.as_ref(), "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - a3 5 1");
    assert!(error.contains("this game has no en passant"), "{error}");
    // Skirmish counts pieces and moves, which FEN does not tell.
    let skirmish = games().find("rbg/skirmish").unwrap().build(&Values::default()).unwrap();
    assert_eq!(fen(skirmish.as_ref(), skirmish.start().as_ref()), None);
    let error = refused(skirmish.as_ref(), START);
    assert!(error.contains("this game reads its own notation instead of FEN"), "{error}");
}

#[test]
fn what_cannot_be_is_refused() {
    for (text, words) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "4 fields instead of six"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "has 7 rows, expected 8"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "`x` in row `ppppxppp`"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "`x` is not a player to move"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "0 kings `k` instead of one"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on the first or the last row"),
        ("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "the castling rights are `KX`, expected `-` or some of `KQkq`"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "as `Q` says"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "as `K` says"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", "no pawn can have passed `d3`"),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "no pawn can have passed `e3`"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "no pawn can have passed `e3`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 100 1", "100 half-moves without a capture or a pawn move, of which 100 draw the game"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "`-1` is not a half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", "`one` is not a move number"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king of the player who has just moved is attacked"),
    ] {
        let error = chess().parse(text).err().unwrap_or_else(|| panic!("{text}")).to_string();
        assert!(error.contains(words) && error.contains("in the FEN"), "{error}");
    }
}

/// Every view reads the same position.
#[test]
fn views_agree() {
    let text = COUNTED[0].0;
    for split in ["Mod", "ModPlus"] {
        let view = chess().view(split).unwrap();
        assert_eq!(perft(view.parse(text).unwrap().as_ref(), 2), Ok(2_039), "{split}");
    }
}
