//! Rules that random games may not reach.

use crate::params::{Value, Values};
use crate::{Game, Position, Rng, Scratch, contract, games, notation::find_move};
use std::collections::BTreeMap;
use std::sync::Arc;

fn game(parameters: &[(&str, Value)]) -> Arc<dyn Game> {
    let values: Values = parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    games().find("ataxx").unwrap().build(&values).unwrap()
}

fn per_origin(size: i64) -> Arc<dyn Game> {
    game(&[("clones", Value::Text("per-origin".to_owned())), ("size", Value::Int(size))])
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
fn clones_stay_jumps_leave_and_both_turn_enemies_over() {
    let before = "7/7/7/2oo3/2o1o2/1x5/6x x 4 9";
    for (moves, after) in [
        (["c2", "e3g3"].as_slice(), "7/7/7/2oo3/2x3o/1xx4/6x x 1 10"),
        (&["b2d2"], "7/7/7/2oo3/2x1x2/3x3/6x o 5 9"),
        (&["b2d2", "d3"], "7/7/7/2oo3/2ooo2/3o3/6x x 0 10"),
    ] {
        let mut position = game(&[]).parse(before).unwrap();
        play(position.as_mut(), moves);
        assert_eq!(position.notation(), after);
    }
}

#[test]
fn a_player_who_is_shut_in_passes() {
    let mut position = game(&[]).parse("oxx4/xxx4/xxx4/7/7/7/7 o 3 9").unwrap();
    assert_eq!(position.move_notation(&position.move_list()), "pass");
    play(position.as_mut(), &["pass"]);
    assert_eq!(position.notation(), "oxx4/xxx4/xxx4/7/7/7/7 x 4 10");
}

#[test]
fn the_last_enemy_or_the_last_square_ends_the_game() {
    let small = game(&[("size", Value::Int(4))]);
    for (before, m, x) in [
        ("4/1x2/2o1/4 x 0 1", "c3", 1.0),
        ("xxxx/xxxx/xxox/ooo1 x 0 9", "d1", 1.0),
        ("oooo/xxxx/ooxx/ooo1 x 0 9", "d1", 0.5),
        ("oooo/oooo/ooox/ooo1 x 0 9", "d1", 0.0),
    ] {
        let mut position = small.parse(before).unwrap();
        assert_eq!(scores(position.as_ref()), None, "{before}");
        play(position.as_mut(), &[m]);
        assert_eq!(scores(position.as_ref()), Some([x, 1.0 - x]), "{before}");
    }
}

#[test]
fn counters_end_the_game_in_a_draw() {
    for (parameter, moves) in
        [(("quiet-moves", Value::Int(3)), ["b7", "a1a3", "g1g3", "g7g5"].as_slice()), (("max-moves", Value::Int(3)), &["b7", "a1a3", "a6"])]
    {
        let mut position = game(&[parameter]).start();
        for m in moves {
            assert_eq!(scores(position.as_ref()), None, "before {m}");
            play(position.as_mut(), &[m]);
        }
        assert_eq!(scores(position.as_ref()), Some([0.5, 0.5]), "`{}`", position.notation());
    }
}

#[test]
fn wrong_texts_are_refused_with_what_was_expected() {
    for (text, what) in [
        ("x5o/7/7/7/7/7/o5x x", "expected board, player to move, quiet moves and turn, as in `x5o/7/7/7/7/7/o5x x 0 1`"),
        ("x5o/7/7/7/7/7/o5x w 0 1", "`w` is not a player to move, expected `x` or `o`"),
        ("x5o/7/7/7/7/7/o5x x -1 1", "`-1` is not a number of quiet moves, expected 0 to 65535"),
        ("x5o/7/7/7/7/7/o5x x 0 0", "`0` is not a turn of this player, expected one from 1 that `max-moves` = 2500 allows"),
        ("x5o/7/7/7/7/7/o5x o 0 1251", "`1251` is not a turn of this player, expected one from 1 that `max-moves` = 2500 allows"),
        ("7/7/7/7/7/7/7 x 0 1", "there is no piece on the board, expected at least one"),
    ] {
        let error = game(&[]).parse(text).err().unwrap();
        assert_eq!(error.to_string(), format!("`{text}` is not an ataxx position: {what}"));
    }
    assert!(game(&[]).parse("x5o/7/7/7/7/7/o5x x 0 1251").unwrap().is_over());
}

/// Both ways of counting clones reach the same positions; only clones can reach one in several ways.
#[test]
fn clones_per_origin_come_to_the_same_positions() {
    let (per_target, per_origin) = (game(&[]), per_origin(7));
    let mut rng = Rng::from_seed(4);
    let mut position = per_target.start();
    let mut several = false;
    while !position.is_over() {
        let [one, other] = [&per_target, &per_origin].map(|game| ways(game.parse(&position.notation()).unwrap().as_ref()));
        assert!(one.keys().eq(other.keys()), "in `{}`", position.notation());
        assert!(one.values().all(|&count| count == 1), "in `{}`", position.notation());
        several |= other.values().any(|&count| count > 1);
        let moves = position.move_list();
        position.apply(moves[rng.below(moves.len())]);
    }
    assert!(several);
}

/// The positions that a move can reach, with the number of moves that reach each.
fn ways(position: &dyn Position) -> BTreeMap<String, usize> {
    let mut ways = BTreeMap::new();
    for m in position.move_list() {
        let mut next = position.boxed();
        next.apply(m);
        *ways.entry(next.notation()).or_default() += 1;
    }
    ways
}

#[test]
fn clones_per_origin_keep_the_contract() {
    contract::check(per_origin(5).as_ref(), 8).unwrap();
    let mut position = per_origin(4).parse("xx2/4/4/3o x 0 1").unwrap();
    play(position.as_mut(), &["b4a3"]);
    assert_eq!(position.notation(), "xx2/x3/4/3o o 0 1");
}

/// Random play must also reach a position in proportion to the number of moves that lead to it.
#[test]
fn random_play_weighs_clones_by_their_origins() {
    let position = per_origin(7).parse("5o1/6o/x3o2/xxx2xx/x4xx/1xx1x1x/3oo1x x 0 13").unwrap();
    let ways = ways(position.as_ref());
    let all: usize = ways.values().sum();
    let (count, mut rng, mut scratch) = (200 * all, Rng::from_seed(6), Scratch::default());
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..count {
        let mut end = position.boxed();
        end.playout(&mut rng, 1, &mut scratch);
        *found.entry(end.notation()).or_default() += 1;
    }
    let error = |(end, ways): (&String, &usize)| {
        let expected = (200 * ways) as f64;
        (found.get(end).map_or(0.0, |&n| n as f64) - expected).powi(2) / expected
    };
    let (chi2, degrees) = (ways.iter().map(error).sum::<f64>(), (ways.len() - 1) as f64);
    // The mean of χ² plus five standard deviations.
    assert!(chi2 < degrees + 5.0 * (2.0 * degrees).sqrt(), "χ² = {chi2} with {degrees} degrees of freedom");
    assert!(found.keys().all(|end| ways.contains_key(end)));
}
