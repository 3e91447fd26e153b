//! The star's geometry, and the rules that need a position of their own.

use super::star::{Star, jumps, ones};
use crate::params::{Value, Values};
use crate::{Game, Position, Rng, Turn, games};
use std::collections::BTreeSet;
use std::sync::Arc;

fn build(players: i64, size: i64, stops: &str) -> Arc<dyn Game> {
    let values = [("players", Value::Int(players)), ("size", Value::Int(size)), ("stops", Value::Text(stops.to_owned()))];
    let values: Values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    games().find("chinese-checkers").unwrap().build(&values).unwrap()
}

fn moves(position: &dyn Position) -> BTreeSet<String> {
    position.move_list().iter().map(|&m| position.move_notation(&[m])).collect()
}

fn play(position: &mut dyn Position, name: &str) {
    let m = position.move_list().into_iter().find(|&m| position.move_notation(&[m]) == name);
    position.apply(m.unwrap_or_else(|| panic!("`{name}` is not among {:?}", moves(position))));
}

#[test]
fn stars_have_the_known_numbers_of_holes() {
    for (size, holes, home) in [(1, 13, 1), (2, 37, 3), (3, 73, 6), (4, 121, 10)] {
        let (star, jumps) = (Star::of_size(size), jumps(size));
        assert_eq!(star.holes.count_ones(), holes);
        assert!(star.points.iter().all(|point| point.count_ones() == home));
        assert_eq!(star.points.iter().fold(0, |all, point| all | point).count_ones(), 6 * home);
        for hole in ones(star.holes) {
            assert!(ones(star.near[hole]).all(|other| star.near[other] >> hole & 1 == 1));
            for (over, behind) in jumps[hole].into_iter().flatten() {
                assert!(jumps[behind].contains(&Some((over, hole))));
            }
        }
        // Home is the farthest place from the goal, and from tip to tip the distance is four times the size.
        for point in 0..6 {
            let farthest: BTreeSet<u8> = ones(star.points[point]).map(|hole| star.to_tip[(point + 3) % 6][hole]).collect();
            assert!(farthest.into_iter().eq(3 * size as u8 + 1..=4 * size as u8));
        }
    }
}

#[test]
fn nobody_is_skipped() {
    for players in [2, 3, 4, 6] {
        let mut position = build(players, 4, "anywhere").start();
        let mut rng = Rng::from_seed(players as u64);
        for turn in 0..50 {
            assert_eq!(position.turn(), Turn::Player(turn % players as usize));
            let m = rng.pick(&position.move_list()).unwrap();
            position.apply(m);
        }
    }
}

/// A blocker in the goal cannot prevent the win, and even causes it by filling the goal.
#[test]
fn a_full_goal_wins_with_one_piece_of_the_player() {
    let game = build(2, 2, "anywhere");
    for text in ["A/A1/7/6/2B2/6/4A2/B1/B A 10", "A/A1/7/6/2B2/6/4B2/A1/B B 10"] {
        let mut position = game.parse(text).unwrap();
        assert!(!position.is_over(), "{text}");
        play(position.as_mut(), "g5-h2");
        assert!(position.is_over(), "{text}");
        assert_eq!([position.score(0), position.score(1)], [1.0, 0.0], "{text}");
    }
    let full = game.parse("1/1A/7/6/1AA2/6/7/BB/B A 10").unwrap();
    assert!(!full.is_over(), "a goal that is full of others is not won");
}

#[test]
fn who_cannot_move_passes() {
    let mut position = build(6, 1, "anywhere").parse("A/1BC1/D1E/4/F A 0").unwrap();
    assert_eq!(moves(position.as_ref()), BTreeSet::from(["pass".to_owned()]));
    play(position.as_mut(), "pass");
    assert_eq!(position.turn(), Turn::Player(1));
    assert_eq!(position.notation(), "A/1BC1/D1E/4/F B 1");
}

#[test]
fn the_limit_makes_a_draw_for_all() {
    let mut position = build(3, 2, "anywhere").parse("A/AA/7/6/5/C4B/CC3BB/2/1 A 999").unwrap();
    play(position.as_mut(), "b1-c3");
    assert!(position.is_over());
    assert_eq!([0, 1, 2].map(|player| position.score(player)), [1.0 / 3.0; 3]);
}

/// From c4 a jump leads to c6, in a point that belongs to no player, and on to e4.
#[test]
fn other_points_may_be_closed_for_stops() {
    let text = "1/AA/3AB2/4C1/5/6/BB5/CC/1 A 5";
    let from_c4 = |stops| {
        let all = moves(build(3, 2, stops).parse(text).unwrap().as_ref());
        all.into_iter().filter_map(|m| m.strip_prefix("c4-").map(str::to_owned)).collect::<BTreeSet<_>>()
    };
    let (open, closed) = (from_c4("anywhere"), from_c4("own-points"));
    assert!(open.contains("c6") && open.contains("e4"), "{open:?}");
    assert_eq!(open.difference(&closed).collect::<Vec<_>>(), ["c6"]);
}

#[test]
fn closed_points_keep_the_contract() {
    crate::contract::check(build(3, 1, "own-points").as_ref(), 4).unwrap();
}

#[test]
fn who_is_nearer_is_estimated_higher() {
    let estimates = |text| {
        let position = build(3, 2, "anywhere").parse(text).unwrap();
        [0, 1, 2].map(|player| position.evaluate(player).unwrap())
    };
    assert_eq!(estimates("A/AA/7/6/5/C4B/CC3BB/2/1 A 0"), [0.5; 3]);
    // A is two steps ahead of both, and 2/(2 + 10) is a sixth.
    assert_eq!(estimates("A/A1/7/2A3/5/C4B/CC3BB/2/1 B 1"), [0.5 + 0.5 / 6.0, 0.5 - 0.5 / 6.0, 0.5 - 0.5 / 6.0]);
}

#[test]
fn impossible_texts_are_refused() {
    let game = build(2, 2, "anywhere");
    for (text, message) in [
        ("A/AA/7/6/5/6/7/BB/B A", "it has 2 fields, expected the rows, the player to move, and the number of moves made"),
        ("A/A1/7/6/5/6/7/BB/B A 0", "`A` has 2 pieces, expected 3"),
        ("A/BA/7/6/5/6/7/AB/B A 0", "more than one player has won, expected one at most"),
        ("A/AA/7/6/5/6/7/BB/B C 0", "`C` is not a player to move, expected `A` to `B`"),
        ("A/AA/7/6/5/6/7/BB/B A 1001", "`1001` is not a number of moves made, expected 0 to 1000"),
    ] {
        let error = game.parse(text).err().unwrap();
        assert_eq!(error.to_string(), format!("`{text}` is not a position of chinese checkers: {message}"));
    }
    let error = game.parse("A/AA/7/6/5/6/7/BB B 0").err().unwrap();
    assert_eq!(error.to_string(), "the star `A/AA/7/6/5/6/7/BB` has 8 rows, expected 9 joined by `/`");
}

#[test]
fn five_players_are_refused() {
    let five: Values = [("players".to_owned(), Value::Int(5))].into_iter().collect();
    let error = games().find("chinese-checkers").unwrap().build(&five).err().unwrap();
    assert_eq!(error.message, "`players` must be 2, 3, 4 or 6, not 5: with five, one player has no player opposite");
}

/// Three players with one piece each reach 1245 positions according to Brian H. Liou's "Solving three-player Chinese Checkers", in which
/// the points of others are closed too.
#[test]
fn the_smallest_star_has_as_many_positions_as_others_found() {
    let game = build(3, 1, "own-points");
    let mut seen = BTreeSet::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        // The number of moves is left out.
        let text = position.notation();
        let (board, _) = text.rsplit_once(' ').unwrap();
        if seen.insert(board.to_owned()) {
            for m in position.move_list() {
                let mut next = game.parse(&format!("{board} 0")).unwrap();
                next.apply(m);
                open.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 1245);
}
