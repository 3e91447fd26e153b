//! Rules that random games seldom reach.

use super::{Board, DoubleConnection, PASS, Rules};
use crate::notation::find_move;
use crate::{Position, Rng, Scratch, Turn};
use std::collections::BTreeMap;

fn board(both_connected: DoubleConnection, text: &str) -> Board<8> {
    Board::parse(Rules { both_connected, max_moves: 100 }, text).unwrap()
}

/// The position after these moves.
fn after(both_connected: DoubleConnection, text: &str, moves: &[&str]) -> Board<8> {
    let mut board = board(both_connected, text);
    for name in moves {
        find_move(&board, name).unwrap().into_iter().for_each(|m| board.apply(m));
    }
    board
}

fn scores(board: &Board<8>) -> Option<[f64; 2]> {
    (board.turn() == Turn::Over).then(|| [0, 1].map(|player| board.score(player)))
}

#[test]
fn both_connected_is_a_draw_or_a_win_for_the_mover() {
    // The first row holds three stones: d1 moves three squares and captures a1, which leaves both players with one group.
    let text = "8/8/8/8/8/8/xx6/o2x3o x 7";
    assert_eq!(scores(&after(DoubleConnection::Draw, text, &["d1xa1"])), Some([0.5, 0.5]));
    assert_eq!(scores(&after(DoubleConnection::MoverWins, text, &["d1xa1"])), Some([1.0, 0.0]));
}

#[test]
fn a_capture_may_connect_the_other_player() {
    let text = "7x/8/8/8/8/8/8/o2x3o x 7";
    assert_eq!(scores(&after(DoubleConnection::MoverWins, text, &["d1xa1"])), Some([0.0, 1.0]));
}

#[test]
fn own_stones_are_jumped_and_others_are_not() {
    // Three stones on the first row: a1 reaches d1 only if it may pass c1.
    for (text, legal) in [("7o/8/8/8/8/8/8/x1x4o x 0", true), ("7o/8/8/8/8/8/8/x1o1x3 x 0", false)] {
        assert_eq!(find_move(&board(DoubleConnection::Draw, text), "a1-d1").is_ok(), legal, "{text}");
    }
}

#[test]
fn who_cannot_move_passes() {
    // Both of Black's stones are blocked by neighbours, and no line holds only the stone itself.
    let text = "6ox/6oo/8/8/8/8/oo6/xo6 x 3";
    let board = after(DoubleConnection::Draw, text, &["pass"]);
    assert_eq!(board.notation(), "6ox/6oo/8/8/8/8/oo6/xo6 o 4");
    // Random play passes, too.
    let mut end = self::board(DoubleConnection::Draw, text);
    let report = end.playout(&mut Rng::from_seed(1), 1, &mut Scratch::default());
    assert_eq!((report.moves, report.over, end.notation()), (1, false, board.notation()));
    let mut moves = Vec::new();
    self::board(DoubleConnection::Draw, text).moves(&mut moves);
    assert_eq!(moves, [PASS]);
}

#[test]
fn random_play_draws_every_move_alike() {
    let text = "o1xx1x2/4x3/2o3x1/4o3/8/2x5/o6o/ox1o2x1 x 0";
    let start: Box<dyn Position> = Box::new(board(DoubleConnection::Draw, text));
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    for _ in 0..31_000 {
        let mut end = start.boxed();
        end.playout(&mut rng, 1, &mut scratch);
        *counts.entry(end.notation()).or_default() += 1;
    }
    assert_eq!(counts.len(), start.move_list().len());
    // χ² with 30 degrees of freedom stays below 59.7 with probability 0.999.
    let chi2: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(counts.len() == 31 && chi2 < 59.7, "χ² = {chi2}, counts {counts:?}");
}

#[test]
fn the_last_move_draws_unless_it_decides() {
    for (text, name, expected) in [("8/8/8/8/8/8/x7/3x1o1o x 99", "d1-d2", [0.5, 0.5]), ("8/8/8/8/8/8/x7/2x2o1o x 99", "c1-b2", [1.0, 0.0])]
    {
        assert_eq!(scores(&after(DoubleConnection::Draw, text, &[name])), Some(expected), "{text}");
    }
}

#[test]
fn impossible_texts_are_refused() {
    let rules = Rules { both_connected: DoubleConnection::Draw, max_moves: 100 };
    for (text, message) in [
        ("8/8/8/8/8/8/8/8 x 0", "`x` has 0 stones, expected 1 to 12"),
        ("xxxxxxxx/xxxxx3/8/8/8/8/8/o7 x 0", "`x` has 13 stones, expected 1 to 12"),
        ("x1x5/8/8/8/8/8/8/o1o5 w 0", "`w` is not a player to move, expected `x` or `o`"),
        ("x1x5/8/8/8/8/8/8/o1o5 x 101", "`101` is not a number of moves, expected 0 to 100"),
        ("x1x5/8/8/8/8/8/8/o1o5 x", "expected 8 rows of 8 squares, the player to move and the number of moves made, separated by spaces"),
    ] {
        let error = Board::<8>::parse(rules, text).err().unwrap().to_string();
        assert_eq!(error, format!("`{text}` is not a position of lines of action: {message}"));
    }
}

/// Lists are made by another loop, without a branch.
#[test]
fn lists_hold_the_targets_of_every_stone() {
    fn check<const SIZE: u32>() {
        let (rules, mut rng) = (Rules { both_connected: DoubleConnection::Draw, max_moves: 200 }, Rng::from_seed(11));
        for _ in 0..200 {
            let mut board = Board::<SIZE>::start(rules);
            let mut moves = Vec::new();
            while board.ending.is_none() {
                board.moves(&mut moves);
                let targets: Vec<_> = board.targets().map(|(from, to)| crate::Move(u64::from(from | to << 6))).collect();
                assert_eq!(moves, if targets.is_empty() { vec![PASS] } else { targets }, "{}", board.notation());
                board.apply(moves[rng.below(moves.len())]);
            }
        }
    }
    check::<7>();
    check::<8>();
}
