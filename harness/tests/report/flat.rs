//! Flat Monte-Carlo statistics, compared with the games' own playouts and with values computed by hand.

use treebench::games::params::Values;
use treebench::games::testing::SplitGame;
use treebench::games::{Game, Rng, Scratch, games, playout};
use treebench::stats::{Branching, Flat};

/// The counting loop plays the same games as the plain playout, so its counts are of the same sample.
#[test]
fn the_counting_loop_plays_the_plain_playouts() {
    let rust = games().iter().filter(|entry| entry.definition.text().is_none());
    let mut all: Vec<(String, Box<dyn treebench::games::Position>)> =
        rust.map(|entry| (entry.name.to_owned(), entry.build(&Values::default()).unwrap().start())).collect();
    let described = games().find("rbg/knightthrough").unwrap().build(&Values::default()).unwrap();
    all.push(("described".to_owned(), treebench::games::view(&described, "ModShift").unwrap().start()));
    all.push(("split".to_owned(), SplitGame::split().start()));
    all.push(("orthodox".to_owned(), SplitGame::orthodox().start()));
    for (name, start) in all {
        let (mut plain, mut counting) = (Rng::from_seed(3), Rng::from_seed(3));
        let mut scratch = Scratch::default();
        for _ in 0..50 {
            let (mut here, mut there) = (start.boxed(), start.boxed());
            let expected = playout::uniform(here.as_mut(), &mut plain, 200, &mut scratch);
            let mut branching = Branching::default();
            let counted = branching.playout(&mut there, &mut counting, 200);
            // A player whose ways are all dead tries semimoves that the plain playout, which then ends, does not report.
            let stuck = counted.over && !there.is_over();
            assert_eq!((counted.moves, counted.over, there.notation()), (expected.moves, expected.over, here.notation()), "{name}");
            if !stuck {
                assert_eq!(counted.semimoves, expected.semimoves, "{name}");
                assert_eq!(branching.states, u64::from(counted.semimoves), "{name}: one semimove for each state in which they were listed");
            }
        }
    }
}

#[test]
fn orthodox_branching_is_the_mean_number_of_moves() {
    // Tic-tac-toe: the n-th move of a game is drawn from 10 − n.
    let start = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap().start();
    let mut branching = Branching::default();
    let mut rng = Rng::from_seed(9);
    let mut generated = 0;
    for _ in 0..100 {
        let moves = branching.playout(&mut start.boxed(), &mut rng, 100).moves;
        generated += (1..=u64::from(moves)).map(|n| 10 - n).sum::<u64>();
    }
    assert_eq!(branching.generated, generated);
}

#[test]
fn splitting_lowers_the_branching_and_raises_the_states() {
    let factor = |game: SplitGame| {
        let mut branching = Branching::default();
        let mut rng = Rng::from_seed(4);
        let mut moves = 0;
        for _ in 0..500 {
            moves += u64::from(branching.playout(&mut game.start(), &mut rng, 1000).moves);
        }
        (branching.factor(), branching.states as f64 / moves as f64)
    };
    let (orthodox, split) = (factor(SplitGame::orthodox()), factor(SplitGame::split()));
    assert!(split.0 < orthodox.0, "{split:?} {orthodox:?}");
    // Three semimoves make a move, and dead ends come on top.
    assert!(split.1 > 3.0 && orthodox.1 <= 1.0, "{split:?} {orthodox:?}");
}

#[test]
fn playouts_cut_off_have_no_score() {
    let start = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap().start();
    let mut flat = Flat::new(2);
    for cap in [1, 100] {
        let mut position = start.boxed();
        let playout = position.playout(&mut Rng::from_seed(0), cap, &mut Scratch::default());
        flat.add(playout, position.as_ref());
    }
    assert_eq!((flat.nodal.count(), flat.cut_off, flat.scores[0].count()), (2, 1, 1));
}
