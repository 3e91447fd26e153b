//! Captures and ends that random games seldom reach.

use super::{Board, PASS, Rules};
use crate::notation::find_move;
use crate::{Position, Rng, Scratch, Turn};
use std::collections::BTreeMap;

fn board(text: &str) -> Board {
    Board::parse(Rules { quiet_limit: 100, max_moves: 1000 }, text).unwrap()
}

/// The targets of the possible captures from a point, in order.
fn captures(text: &str, from: &str) -> Vec<String> {
    let board: Box<dyn Position> = Box::new(board(text));
    let names = board.move_list().into_iter().map(|m| board.move_notation(&[m]));
    let mut targets: Vec<String> = names.filter_map(|name| name.strip_prefix(&format!("{from}x")).map(str::to_owned)).collect();
    targets.sort();
    targets
}

/// The position after a move, and its scores if the move ends the game.
fn after(text: &str, name: &str) -> (String, Option<[f64; 2]>) {
    let mut board = board(text);
    find_move(&board, name).unwrap().into_iter().for_each(|m| board.apply(m));
    let scores = (board.turn() == Turn::Over).then(|| [0, 1].map(|player| board.score(player)));
    (board.notation(), scores)
}

#[test]
fn a_capture_needs_an_arc() {
    // East from b2 leads straight on to e2; own stones on a2 and b3 block the other paths.
    assert_eq!(captures("6/6/6/1x4/xx2o1/6 x 0 0", "b2"), [""; 0]);
    // Up column b and around three arcs, the path reaches e2 from above.
    assert_eq!(captures("6/6/6/6/xx2o1/6 x 0 0", "b2"), ["e2"]);
}

#[test]
fn a_stone_does_not_stand_in_its_own_way() {
    // West from b2 over a2, the arc, b1 and b2 itself to b3; south the other way round to e2.
    assert_eq!(captures("6/6/6/1o4/1x2o1/6 x 0 0", "b2"), ["b3", "e2"]);
}

#[test]
fn a_capture_that_is_found_twice_is_one_move() {
    // The only other stone on the short loop is reached on all four paths.
    let text = "6/6/6/6/1x4/4o1 x 0 0";
    assert_eq!(captures(text, "b2"), ["e1"]);
    let mut list = Vec::new();
    board(text).moves(&mut list);
    assert_eq!(list.len(), 9);
}

#[test]
fn random_play_draws_every_move_alike() {
    // Nine moves, one of them the capture that all four paths find.
    let start = board("6/6/6/6/1x4/4o1 x 0 0");
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    for _ in 0..9_000 {
        let mut end = start.clone();
        end.playout(&mut rng, 1, &mut scratch);
        *counts.entry(end.notation()).or_default() += 1;
    }
    // χ² with 8 degrees of freedom stays below 26.1 with probability 0.999.
    let chi2: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(counts.len() == 9 && chi2 < 26.1, "χ² = {chi2}, counts {counts:?}");
}

#[test]
fn corners_capture_nothing() {
    assert_eq!(captures("5o/6/6/6/o5/xo4 x 0 0", "a1"), [""; 0]);
}

#[test]
fn the_end_comes_by_capture_by_counting_or_by_length() {
    assert_eq!(after("6/6/6/1o4/1x4/6 x 7 8", "b2xb3"), ("6/6/6/1x4/6/6 o 0 9".to_owned(), Some([1.0, 0.0])));
    assert_eq!(after("oo4/6/6/6/6/x5 x 99 200", "a1-a2").1, Some([0.0, 1.0]));
    assert_eq!(after("o5/6/6/6/6/x5 x 99 200", "a1-a2").1, Some([0.5, 0.5]));
    assert_eq!(after("oo4/6/6/6/6/x5 x 98 200", "a1-a2").1, None);
    assert_eq!(after("oo4/6/6/6/6/x5 x 9 999", "a1-a2").1, Some([0.5, 0.5]));
}

#[test]
fn who_cannot_move_passes() {
    let text = "6/6/6/6/oo4/xo4 x 0 0";
    let mut list = Vec::new();
    board(text).moves(&mut list);
    assert_eq!(list, [PASS]);
    assert_eq!(after(text, "pass"), ("6/6/6/6/oo4/xo4 o 1 1".to_owned(), None));
    let mut end = board(text);
    end.playout(&mut Rng::from_seed(1), 1, &mut Scratch::default());
    assert_eq!(end.notation(), "6/6/6/6/oo4/xo4 o 1 1");
}

#[test]
fn impossible_texts_are_refused() {
    for (text, message) in [
        ("6/6/6/6/6/6 x 0 0", "the player who moved last has no stone"),
        ("xxxxxx/xxxxxx/x5/6/6/o5 x 0 0", "`x` has 13 stones, expected at most 12"),
        ("x5/6/6/6/6/o5 w 0 0", "`w` is not a player to move, expected `x` or `o`"),
        ("x5/6/6/6/6/o5 x 5 4", "`5` is not a number of moves, expected 0 to 4"),
        ("x5/6/6/6/6/o5 x 101 400", "`101` is not a number of moves, expected 0 to 100"),
        ("x5/6/6/6/6/o5 x 0 1001", "`1001` is not a number of moves, expected 0 to 1000"),
    ] {
        let error = Board::parse(Rules { quiet_limit: 100, max_moves: 1000 }, text).err().unwrap().to_string();
        assert_eq!(error, format!("`{text}` is not a surakarta position: {message}"));
    }
}
