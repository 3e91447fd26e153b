//! Keys that games make from their fields: as many as there are positions.

use std::collections::BTreeMap;
use treebench_games::params::Values;
use treebench_games::{Rng, Turn, games};

#[test]
fn different_positions_have_different_keys() {
    for name in ["breakthrough", "connect-four", "connect-three", "einstein", "reversi", "tic-tac-toe"] {
        let game = games().find(name).unwrap().build(&Values::default()).unwrap();
        let mut rng = Rng::from_seed(8);
        let mut seen: BTreeMap<u64, String> = BTreeMap::new();
        for _ in 0..20 {
            let mut here = game.start();
            while here.turn() != Turn::Over {
                // The neighbours, too: they differ in a few bits only.
                let moves = here.move_list();
                for &m in &moves {
                    let mut next = here.boxed();
                    next.apply(m);
                    let notation = next.notation();
                    assert_eq!(*seen.entry(next.key()).or_insert_with(|| notation.clone()), notation, "{name}");
                }
                here.apply(moves[rng.below(moves.len())]);
            }
        }
        assert!(seen.len() > 300, "{name}: {}", seen.len());
    }
}
