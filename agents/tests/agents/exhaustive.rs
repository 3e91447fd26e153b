//! The textbook exact searches: their values, and the numbers of positions they visit.

use crate::common::{Outcomes, Shape};
use treebench_agents::exhaustive::{Exhaustive, Pruning};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::params::{Value, Values};
use treebench_games::{GameInfo, Position, Rng, Turn, games};

/// The value for the mover, and the number of positions visited.
fn search(info: GameInfo, position: &dyn Position, pruning: Pruning) -> (f64, u64) {
    let mut agent = Exhaustive::new(info, pruning, 1000);
    let mut submove = Vec::new();
    agent.choose(position, &mut Meter::new(Budget::Iterations(10_000_000)), &mut submove).unwrap();
    let report = agent.report();
    assert_eq!(report.root[0].submove, submove);
    (report.known.bounds.unwrap().0, report.nodes)
}

#[test]
fn all_three_find_the_value_and_look_at_less_and_less() {
    let mut rng = Rng::from_seed(12);
    for round in 0..600 {
        let outcomes = [Outcomes::Distinct, Outcomes::Dealt(2), Outcomes::Free(3)][round % 3];
        let shape = Shape { players: 2, depth: 1 + (round % 6) as u32, chance: false, split: round % 2 == 0, outcomes };
        let tree = shape.grow(&mut rng);
        let Turn::Player(mover) = tree.turn() else { panic!("the root is a player's") };
        if !tree.is_alive() || treebench_games::notation::whole_moves(&tree).is_empty() {
            continue;
        }
        let [(plain, all), (pruned, fewer), (scouted, _)] =
            [Pruning::None, Pruning::AlphaBeta, Pruning::Scout].map(|pruning| search(shape.info(), &tree, pruning));
        assert!((plain - pruned).abs() < 1e-6 && (plain - scouted).abs() < 1e-6, "{plain} {pruned} {scouted}");
        assert!(fewer <= all, "alpha-beta looks at {fewer}, minimax at {all}");
        // Where scores sum to 1 the value is the score of perfect play.
        if !matches!(outcomes, Outcomes::Free(_)) {
            let solved = tree.solve().unwrap()[mover];
            assert!((plain - solved).abs() < 1e-9, "{plain}, not {solved}");
        }
    }
}

#[test]
fn minimax_visits_every_position_of_a_tree_and_pruning_saves_most() {
    let size = [("branching", 4), ("depth", 6)].map(|(name, n)| (name.to_owned(), Value::Int(n)));
    let game = games().find("gomba").unwrap().build(&size.into_iter().collect::<Values>()).unwrap();
    let [(_, all), (_, pruned), (_, scouted)] =
        [Pruning::None, Pruning::AlphaBeta, Pruning::Scout].map(|pruning| search(game.info(), game.start().as_ref(), pruning));
    assert_eq!(all, (1..=6).map(|depth| 4u64.pow(depth)).sum::<u64>());
    assert!(pruned < all / 5 && scouted < all / 5, "{all} {pruned} {scouted}");
}

#[test]
fn a_search_that_is_stopped_plays_what_it_has() {
    let game = games().find("gomba").unwrap().build(&Values::default()).unwrap();
    for pruning in [Pruning::None, Pruning::AlphaBeta, Pruning::Scout] {
        let mut agent = Exhaustive::new(game.info(), pruning, 1000);
        let mut submove = Vec::new();
        let mut meter = Meter::new(Budget::Iterations(50));
        agent.choose(game.start().as_ref(), &mut meter, &mut submove).unwrap();
        assert_eq!((submove.len(), meter.iterations()), (1, 50));
        assert_eq!(agent.report().known.bounds, Some((0.0, 1.0)));
    }
}
