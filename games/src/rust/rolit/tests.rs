//! The rules that need a position of their own.

use crate::params::{Value, Values};
use crate::{Game, Position, Rng, Turn, games};
use std::collections::BTreeSet;
use std::sync::Arc;

fn build(players: i64) -> Arc<dyn Game> {
    let values: Values = [("players".to_owned(), Value::Int(players))].into_iter().collect();
    games().find("rolit").unwrap().build(&values).unwrap()
}

fn moves(position: &dyn Position) -> BTreeSet<String> {
    position.move_list().iter().map(|&m| position.move_notation(&[m])).collect()
}

/// The opening that mathgrant explains (forum of the Grey Labyrinth, 2011): Red has three placements that trap a ball, and after f4 Yellow,
/// who has no ball left, may choose among all 14 surrounding squares.
#[test]
fn who_can_trap_nothing_plays_next_to_any_ball() {
    let game = build(4);
    let start = game.start();
    assert_eq!(moves(start.as_ref()), ["d6", "f4", "f6"].map(str::to_owned).into());
    let after = game.parse("8/8/8/3RRR2/3BG3/8/8/8 Y").unwrap();
    let mut played = start;
    let f4 = played.move_list().into_iter().find(|&m| played.move_notation(&[m]) == "f4").unwrap();
    played.apply(f4);
    assert_eq!(played.notation(), after.notation());
    assert_eq!(moves(after.as_ref()).len(), 14);
}

#[test]
fn balls_of_colours_that_nobody_plays_are_trapped_too() {
    let mut position = build(2).start();
    assert_eq!(moves(position.as_ref()), ["d6", "f4", "f6"].map(str::to_owned).into());
    let f6 = position.move_list().into_iter().find(|&m| position.move_notation(&[m]) == "f6").unwrap();
    position.apply(f6);
    assert_eq!(position.notation(), "8/8/8/3RY3/3BR3/5R2/8/8 Y");
}

#[test]
fn nobody_is_skipped_and_the_board_fills() {
    for players in [2, 3, 4] {
        let mut position = build(players).start();
        let mut rng = Rng::from_seed(players as u64);
        for turn in 0..60 {
            assert_eq!(position.turn(), Turn::Player(turn % players as usize));
            let m = rng.pick(&position.move_list()).unwrap();
            position.apply(m);
        }
        assert!(position.is_over());
    }
}

/// Blue's ball in the centre has no owner, so three players can have 21 each.
#[test]
fn shared_leads_share_the_score() {
    for (counts, scores) in [([22, 21, 20], [1.0, 0.0, 0.0]), ([15, 24, 24], [0.0, 0.5, 0.5]), ([21, 21, 21], [1.0 / 3.0; 3])] {
        let balls = ['R', 'Y', 'G'].into_iter().zip(counts).flat_map(|(colour, count)| vec![colour; count]);
        let mut squares: Vec<char> = balls.collect();
        squares.insert(35, 'B');
        let rows: Vec<String> = squares.chunks(8).map(String::from_iter).collect();
        let position = build(3).parse(&format!("{} R", rows.join("/"))).unwrap();
        assert!(position.is_over());
        assert_eq!([0, 1, 2].map(|player| position.score(player)), scores);
    }
}

#[test]
fn impossible_texts_are_refused() {
    for (players, text, message) in [
        (4, "8/8/8/3RY3/3B4/8/8/8 R", "the four squares in the centre are never empty"),
        (3, "8/8/8/3RY3/3BB3/8/8/8 R", "no player has `B`, whose only ball is in the centre"),
        (3, "8/8/8/3RY3/3BG3/8/8/8 B", "`B` is not a player to move, expected one of `RYG`"),
        (4, "8/8/8/3RY3/3BG3/8/8/8", "expected 8 rows and the player to move, as in `8/8/8/3RY3/3BG3/8/8/8 R`"),
    ] {
        let error = build(players).parse(text).err().unwrap();
        assert_eq!(error.to_string(), format!("`{text}` is not a rolit position: {message}"));
    }
}
