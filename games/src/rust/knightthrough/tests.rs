//! Rules that random games on the usual board may not reach.

use crate::params::{Value, Values};
use crate::{Game, Position, contract, games, notation::find_move};
use std::sync::Arc;

fn game(width: i64, height: i64, blocked: &str) -> Arc<dyn Game> {
    let values = [("width", Value::Int(width)), ("height", Value::Int(height)), ("blocked", Value::Text(blocked.to_owned()))];
    let values: Values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    games().find("knightthrough").unwrap().build(&values).unwrap()
}

fn play(position: &mut dyn Position, moves: &[&str]) {
    for text in moves {
        find_move(position, text).unwrap().into_iter().for_each(|m| position.apply(m));
    }
}

fn scores(position: &dyn Position) -> Option<[f64; 2]> {
    position.is_over().then(|| [0, 1].map(|player| position.score(player)))
}

#[test]
fn a_player_without_knights_passes_or_has_lost() {
    let before = "8/8/3n4/8/2N5/8/8/8 w";
    let mut position = game(8, 8, "pass").parse(before).unwrap();
    play(position.as_mut(), &["c4xd6", "pass", "d6-f7", "pass"]);
    assert_eq!(scores(position.as_ref()), None);
    play(position.as_mut(), &["f7-d8"]);
    assert_eq!(scores(position.as_ref()), Some([1.0, 0.0]));

    let mut position = game(8, 8, "loss").parse(before).unwrap();
    play(position.as_mut(), &["c4xd6"]);
    assert_eq!(scores(position.as_ref()), Some([1.0, 0.0]));
}

#[test]
fn knights_that_are_stuck_at_the_edges_draw_or_lose() {
    let narrow = "2/N1/2/n1/2";
    for (mover, blocked, expected) in [("w", "pass", [0.5, 0.5]), ("w", "loss", [0.0, 1.0]), ("b", "loss", [1.0, 0.0])] {
        let position = game(2, 5, blocked).parse(&format!("{narrow} {mover}")).unwrap();
        assert_eq!(scores(position.as_ref()), Some(expected), "{mover} {blocked}");
    }
    // Black can leap from a5, White cannot.
    let position = game(2, 5, "pass").parse("n1/N1/2/2/2 w").unwrap();
    assert_eq!(position.move_notation(&position.move_list()), "pass");
}

#[test]
fn the_first_on_the_far_row_wins_by_a_capture_too() {
    let mut position = game(8, 8, "pass").parse("3n4/8/2N5/8/8/8/8/8 w").unwrap();
    play(position.as_mut(), &["c6xd8"]);
    assert_eq!(scores(position.as_ref()), Some([1.0, 0.0]));
    assert_eq!(position.notation(), "3N4/8/8/8/8/8/8/8 b");
}

#[test]
fn wrong_texts_are_refused_with_what_was_expected() {
    for (text, message) in [
        ("8/8/8/8/8/8/8/8 w", "there is no knight on the board `8/8/8/8/8/8/8/8`, expected at least one"),
        ("N7/8/8/8/8/8/8/n7 w", "both players have won in `N7/8/8/8/8/8/8/n7`, expected at most one winner"),
        ("N7/8/8/8/8/8/8/8 x", "`x` in `N7/8/8/8/8/8/8/8 x` is not a player to move, expected `w` or `b`"),
        ("P7/8/8/8/8/8/8/8 w", "`P` in row `P7` is neither a piece of this game nor a number of empty squares"),
    ] {
        assert_eq!(game(8, 8, "pass").parse(text).err().unwrap().to_string(), message);
    }
}

#[test]
fn blocked_players_that_lose_keep_the_contract() {
    for (width, height) in [(2, 7), (3, 6), (5, 5), (8, 8)] {
        contract::check(game(width, height, "loss").as_ref(), 9).unwrap();
    }
}
