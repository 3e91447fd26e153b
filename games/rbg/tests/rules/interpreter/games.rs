//! Published counts, and totals of random play.

use super::hand::{amazons, program, tic_tac_toe};
use treebench_rbg::{Interpreter, Split, Variable};

#[test]
fn tic_tac_toe_has_the_known_counts() {
    for split in Split::all() {
        let mut play = Interpreter::new(program(tic_tac_toe(), split));
        let start = play.start().unwrap();
        // The first four plies are 9·8·7·6; the last two counts are those of all games of five and six marks that are not over before.
        let counts = [9, 72, 504, 3024, 15120, 54720];
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(play.perft(&start, depth).unwrap(), count, "{split}, depth {depth}");
        }
    }
}

#[test]
fn amazons_has_the_published_count() {
    let rows = [
        "0002002000",
        "0000000000",
        "0000000000",
        "2000000002",
        "0000000000",
        "0000000000",
        "1000000001",
        "0000000000",
        "0000000000",
        "0001001000",
    ];
    for split in [Split::ORTHODOX, Split::MOD] {
        let mut play = Interpreter::new(program(amazons(&rows), split));
        let start = play.start().unwrap();
        assert_eq!(play.perft(&start, 1).unwrap(), 2176, "{split}");
    }
}

#[test]
fn playouts_end_with_scores() {
    for split in Split::all() {
        let program = program(tic_tac_toe(), split);
        let mut play = Interpreter::new(program.clone());
        let start = play.start().unwrap();
        for seed in 0..50 {
            let mut state = start.clone();
            let count = play.playout(&mut state, seed, u32::MAX).unwrap();
            assert!(count.over && (5..=9).contains(&count.moves), "{count:?}");
            assert_eq!(state.variable(&program.layout, Variable(0)) + state.variable(&program.layout, Variable(1)), 100);
            assert!(!play.has_move(&state).unwrap());
        }
    }
}
