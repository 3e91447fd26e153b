//! Positions of described games through the trait: traced playouts are the same games as others, and changing views without text gives the
//! same result as reading the notation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::playout::Trace;
use treebench_games::{Game, Move, Player, Position, Rng, Scratch, Turn, games};

/// Every rules file under some strategies.
fn views(splits: &[&str]) -> Vec<(&'static str, Vec<Arc<dyn Game>>)> {
    let described = games().iter().filter(|entry| entry.name.starts_with("rbg/"));
    described
        .map(|entry| {
            let game = entry.build(&Values::default()).unwrap_or_else(|error| panic!("{error}"));
            (entry.name, splits.iter().map(|split| game.view(split).unwrap_or_else(|error| panic!("{error}"))).collect())
        })
        .collect()
}

/// Plays the moves of a trace; each must be legal and a whole move of its player.
fn play(position: &mut dyn Position, trace: &Trace, what: &str) {
    for (i, (player, submove)) in trace.iter().enumerate() {
        for (k, m) in submove.iter().enumerate() {
            assert!(k == 0 || !position.is_nodal(), "{what}: move {i} goes on behind its end");
            assert_eq!(position.turn(), Turn::Player(player), "{what}: move {i}");
            assert!(position.move_list().contains(m), "{what}: move {i}");
            position.apply(*m);
        }
        assert!(position.is_nodal(), "{what}: move {i} is no whole one");
    }
}

#[test]
fn traced_playouts_are_the_same_games() {
    for (name, views) in views(&["orthodox", "Mod"]) {
        for game in views {
            for (seed, cap) in [(0, 3), (1, 10), (2, 30)] {
                let what = format!("{name} {}, seed {seed}", game.split());
                let (mut plain, mut traced) = (game.start(), game.start());
                let (mut scratch, mut trace) = (Scratch::default(), Trace::default());
                let [mut one, mut other] = [0, 0].map(|_| Rng::new([3; 32], seed));
                let expected = plain.playout(&mut one, cap, &mut scratch);
                assert_eq!(traced.playout_traced(&mut other, cap, &mut scratch, &mut trace), expected, "{what}");
                assert_eq!(traced.notation(), plain.notation(), "{what}");
                assert_eq!(other.bits64(), one.bits64(), "{what}: numbers drawn");
                assert_eq!(trace.len(), expected.moves as usize, "{what}");
                let mut played = game.start();
                play(played.as_mut(), &trace, &what);
                assert_eq!(played.notation(), plain.notation(), "{what}: playing what was noted");
            }
        }
    }
}

#[test]
fn writing_into_another_view_is_reading_the_notation() {
    for (name, views) in views(&["orthodox", "Mod", "ModPlusShift", "Plus", "Shift"]) {
        let mut random = Rng::new([5; 32], 1);
        for from in &views {
            let (mut here, mut scratch) = (from.start(), Scratch::default());
            for _ in 0..4 {
                here.playout(&mut random, 3, &mut scratch);
                for to in &views {
                    let what = || format!("{name}: from {} to {} in {}", from.split(), to.split(), here.notation());
                    let mut written = to.start();
                    // Its previous content must not matter.
                    written.playout(&mut random, 2, &mut scratch);
                    assert!(here.described().unwrap().write_into(written.as_mut()), "{}", what());
                    let read = to.parse(&here.notation()).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(written.notation(), read.notation(), "{}", what());
                    assert_eq!((written.key(), written.turn()), (read.key(), read.turn()), "{}", what());
                    assert_eq!(written.move_list(), read.move_list(), "{}", what());
                }
            }
        }
    }
}

#[test]
fn only_nodal_positions_of_the_same_game_are_written_into_another() {
    let build = |name| games().find(name).unwrap().build(&Values::default()).unwrap_or_else(|error| panic!("{error}"));
    let (orthodox, other) = (build("rbg/breakthrough"), build("rbg/knightthrough"));
    let mut inside = orthodox.view("Mod").unwrap_or_else(|error| panic!("{error}")).start();
    inside.apply(inside.move_list()[0]);
    assert!(!inside.is_nodal());
    let mut position = orthodox.start();
    let before = position.notation();
    assert!(!inside.described().unwrap().write_into(position.as_mut()));
    assert!(!other.start().described().unwrap().write_into(position.as_mut()));
    assert!(!position.described().unwrap().write_into(build("tic-tac-toe").start().as_mut()));
    assert_eq!(position.notation(), before);
}

/// In go a turn begins at the first point, not where the last stone was played: an assignment is a step at the current square, and the statistics of
/// a move would be divided among the squares of the moves before it.
#[test]
fn a_move_in_go_has_one_code() {
    let size: Values = [("size".to_owned(), Value::Int(5))].into_iter().collect();
    let go = games().find("rbg/go").unwrap().build(&size).unwrap_or_else(|error| panic!("{error}"));
    for split in ["orthodox", "Mod", "ModPlus"] {
        let game = go.view(split).unwrap_or_else(|error| panic!("{error}"));
        let mut codes: BTreeMap<(Player, String), BTreeSet<Vec<Move>>> = BTreeMap::new();
        let (mut random, mut scratch) = (Rng::new([7; 32], 1), Scratch::default());
        for _ in 0..10 {
            let mut here = game.start();
            while let Turn::Player(player) = here.turn() {
                for submove in whole_moves(here.as_ref()) {
                    codes.entry((player, here.move_notation(&submove))).or_default().insert(submove);
                }
                here.playout(&mut random, 1, &mut scratch);
            }
        }
        assert!(codes.len() >= 50, "every point and a pass for both players, not {}", codes.len());
        for (what, codes) in codes {
            assert!(codes.len() == 1, "{split}: {what:?} has the codes {codes:?}");
        }
    }
}
