//! The special rules of minishogi, each in a hand-made position.

use std::collections::BTreeMap;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Move, Position, Rng, Scratch, games};

fn position(text: &str) -> Box<dyn Position> {
    games().find("minishogi").unwrap().build(&Values::default()).unwrap().parse(text).unwrap()
}

/// The moves as written, sorted, that begin or end with the text.
fn moves(position: &dyn Position, part: &str) -> Vec<String> {
    let mut moves: Vec<String> = position.move_list().iter().map(|&m| position.move_notation(&[m])).collect();
    moves.retain(|m| m.starts_with(part) || m.ends_with(part));
    moves.sort();
    moves
}

fn after(text: &str, m: &str) -> Box<dyn Position> {
    let mut position = position(text);
    find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
    position
}

#[test]
fn promotion_is_a_choice_but_for_pawns() {
    let text = "S3k/P1S2/5/5/K4 b - 1";
    // Into the farthest row and out of it.
    assert_eq!(moves(position(text).as_ref(), "3b"), ["3b2a", "3b2a+", "3b2c", "3b3a", "3b3a+", "3b4a", "3b4a+", "3b4c"]);
    assert_eq!(moves(position(text).as_ref(), "5a"), ["5a4b", "5a4b+"]);
    assert_eq!(moves(position("4k/P4/5/5/K4 b - 1").as_ref(), "5b"), ["5b5a+"]);
    assert_eq!(after("4k/P4/5/5/K4 b - 1", "5b5a+").notation(), "+P3k/5/5/5/K4 w - 2");
    // Promoted pieces and golds have no choice.
    assert_eq!(moves(position("+S1G1k/5/5/5/K4 b - 1").as_ref(), "5a"), ["5a4a", "5a5b"]);
}

#[test]
fn captured_pieces_change_sides_and_lose_their_promotion() {
    assert_eq!(after("4k/5/+r4/G4/K4 b - 7", "5d5c").notation(), "4k/5/G4/5/K4 w R 8");
}

#[test]
fn pawns_are_dropped_on_free_files_only() {
    // Not in the farthest row, not on file 5.
    let drops = moves(position("4k/5/P4/5/K4 b P 1").as_ref(), "P*");
    let free = |files: &str| files.chars().flat_map(|file| ["b", "c", "d", "e"].map(|rank| format!("P*{file}{rank}"))).collect::<Vec<_>>();
    assert_eq!(drops, free("1234"));
    // A promoted pawn does not count.
    let mut drops = moves(position("4k/5/+P4/5/K4 b P 1").as_ref(), "P*");
    drops.retain(|m| m.contains("*5"));
    assert_eq!(drops, ["P*5b", "P*5d"]);
}

#[test]
fn a_pawn_may_not_be_dropped_for_mate() {
    // The gold guards 1b, the silver and the gold guard the king's remaining squares.
    let mate = "3rk/5/2SG1/5/K4 b P 1";
    assert!(!moves(position(mate).as_ref(), "P*").contains(&"P*1b".to_owned()));
    // A gold may.
    let dropped = after("3rk/5/2SG1/5/K4 b G 1", "G*1b");
    assert!(dropped.is_over());
    assert_eq!([dropped.score(0), dropped.score(1)], [1.0, 0.0]);
    // And so may a pawn on the board.
    assert!(after("3rk/5/2SGP/5/K4 b - 1", "1c1b").is_over());
    // It may give check if the king can take it or move.
    assert!(moves(position("3rk/5/2S2/5/K4 b P 1").as_ref(), "P*").contains(&"P*1b".to_owned()));
}

#[test]
fn pieces_that_shield_the_king_stay_in_line() {
    let pinned = position("r3k/5/G4/5/K4 b - 1");
    assert_eq!(moves(pinned.as_ref(), "5c"), ["5c5b", "5c5d"]);
    // A check is answered by capturing, interposing, or moving the king.
    let checked = position("r3k/5/5/5/K1G2 b P 1");
    assert_eq!(moves(checked.as_ref(), ""), ["5e4d", "5e4e", "P*5b", "P*5c", "P*5d"]);
    // A double check leaves only king moves.
    let twice = position("r3k/5/2b2/5/K4 b G 1");
    assert_eq!(moves(twice.as_ref(), ""), ["5e4e"]);
}

#[test]
fn who_cannot_move_has_lost() {
    // The king in the corner is not attacked, but every square around it is.
    let stuck = position("k4/2G2/1G3/5/K4 w - 1");
    assert!(stuck.is_over());
    assert_eq!([stuck.score(0), stuck.score(1)], [1.0, 0.0]);
}

#[test]
fn the_limit_draws_unless_the_last_move_mates() {
    let limit: Values = [("max-moves".to_owned(), Value::Int(8))].into_iter().collect();
    let game = games().find("minishogi").unwrap().build(&limit).unwrap();
    for (m, scores) in [("G*1b", [1.0, 0.0]), ("G*2b", [0.5, 0.5])] {
        let mut position = game.parse("3rk/5/2SG1/5/K4 b G 8").unwrap();
        find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
        assert!(position.is_over(), "{m}");
        assert_eq!([position.score(0), position.score(1)], scores, "{m}");
    }
}

#[test]
fn the_estimate_counts_pieces_in_hand() {
    let even = position("rbsgk/4p/5/P4/KGSBR b - 1");
    assert_eq!(even.evaluate(0), Some(0.5));
    let ahead = position("4k/5/5/5/K4 w R 1");
    assert_eq!([ahead.evaluate(0), ahead.evaluate(1)], [Some(0.75), Some(0.25)]);
}

/// Random play draws from more than the legal moves: rejected draws must not favour any of the others.
#[test]
fn random_moves_are_uniform() {
    // A pawn that would mate; a king beside guarded squares, with a pinned piece; a king in check; free choice of promotion.
    for text in ["3rk/5/2SG1/5/K4 b P 1", "r1g1k/5/G2+b1/1P3/K2Rs b Sp 1", "r3k/5/5/2b2/K1G2 b PS 1", "rBsg1/3kp/1b2R/P1S2/KG3 w - 8"] {
        let start = position(text);
        let mut counts: BTreeMap<String, f64> = start.move_list().iter().map(|&m| (after_move(start.as_ref(), m), 0.0)).collect();
        assert_eq!(counts.len(), start.move_list().len(), "{text}");
        let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
        let each = 400.0;
        for _ in 0..counts.len() * each as usize {
            let mut next = start.boxed();
            next.playout(&mut rng, 1, &mut scratch);
            *counts.get_mut(&next.notation()).expect("a legal move") += 1.0;
        }
        // χ² has a mean equal to its degrees of freedom f and a variance of 2f: chance practically never exceeds five deviations.
        let freedom = counts.len() as f64 - 1.0;
        let chi2: f64 = counts.values().map(|count| (count - each) * (count - each) / each).sum();
        assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt(), "χ² = {chi2} for {freedom} in `{text}`: {counts:?}");
    }
}

fn after_move(position: &dyn Position, m: Move) -> String {
    let mut next = position.boxed();
    next.apply(m);
    next.notation()
}

#[test]
fn impossible_positions_are_refused() {
    let game = games().find("minishogi").unwrap().build(&Values::default()).unwrap();
    for (text, reason) in [
        ("rbsgk/4p/5/P4/KGSBR b -", "it has 3 fields, not 4"),
        ("rbsgk/4p/5/P4/KGSBR x - 1", "`x` is not a player to move, which is `b` or `w`"),
        ("rbsgk/4p/5/P4/KGSBR b - 2502", "`2502` is not a number of a move from 1 to 2501"),
        ("rbsgk/4p/5/KGSBR b - 1", "there are 4 rows"),
        ("rbsgk/4p/5/P5/KGSBR b - 1", "row `P5` does not describe 5 squares"),
        ("rbs+gk/4p/5/P4/KGSBR b - 1", "`+g` in row `rbs+gk` is not a piece"),
        ("rbsgn/4p/5/P4/KGSBR b - 1", "`n` in row `rbsgn` is not a piece"),
        ("rbsgk/4p/5/P4/KGSBR b 2 1", "`2` are not hands"),
        ("rbsgk/4p/5/P4/KGSBR b K 1", "`K` does not belong into the hands `K`"),
        ("rbsgk/4p/5/P4/KGSBR b P 1", "there are more than 2 of `P`"),
        ("rbsg1/4p/5/P4/KGSBR b - 1", "there is not one king of each player"),
        ("P3k/5/5/5/K4 b - 1", "a pawn in the farthest row is not promoted"),
        ("4k/5/P4/P4/K4 b - 1", "a player has two pawns on a file"),
        ("r3k/5/5/5/K4 w - 1", "the player who has just moved is in check"),
    ] {
        let message = game.parse(text).err().unwrap_or_else(|| panic!("`{text}` is read")).to_string();
        let expected = "expected SFEN with 5 rows, as in `rbsgk/4p/5/P4/KGSBR b - 1`";
        assert_eq!(message, format!("`{text}` is not a minishogi position: {reason}; {expected}"));
    }
}
