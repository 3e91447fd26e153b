//! Searches find the values of games that are small enough to be solved.

use super::{agent, dark_chess, means};
use crate::common::{Outcomes, Shape};
use treebench_agents::expectimax::{Expectimax, ExpectimaxOptions, Pruning};
use treebench_agents::{Budget, Meter};
use treebench_games::params::Value;
use treebench_games::testing::Solver;
use treebench_games::{Position, Rng, Turn};

/// The value that a search to the end finds, and the number of positions visited.
fn expectimax(position: &dyn Position, info: treebench_games::GameInfo, pruning: Pruning) -> (f64, u64) {
    let mut search = Expectimax::new(info, ExpectimaxOptions { depth: 100, pruning });
    let mut meter = Meter::new(Budget::Iterations(u64::MAX));
    search.search(position, &mut meter).unwrap();
    assert!(search.is_solved());
    (search.value(), meter.iterations())
}

#[test]
fn star1_and_star2_change_no_value_and_save_positions() {
    let mut rng = Rng::from_seed(61);
    let mut visited = [0; 3];
    for outcomes in [Outcomes::Distinct, Outcomes::Dealt(1), Outcomes::Dealt(3)] {
        let shape = Shape { players: 2, depth: 6, chance: true, split: false, outcomes };
        for _ in 0..40 {
            let position = shape.grow(&mut rng);
            let Turn::Player(mover) = position.turn() else { continue };
            let expected = position.solve().unwrap()[mover];
            for (pruning, visited) in [Pruning::None, Pruning::Star1, Pruning::Star2].into_iter().zip(&mut visited) {
                let (value, positions) = expectimax(&position, shape.info(), pruning);
                assert!((value - expected).abs() < 1e-9, "{value} instead of {expected} with {pruning:?}");
                *visited += positions;
            }
        }
    }
    let [none, star1, star2] = visited;
    assert!(star1 < none && star2 < none, "visited {none} without pruning, {star1} with Star1, {star2} with Star2");
}

#[test]
fn a_horizon_changes_no_value_either() {
    let game = dark_chess(2, "KGCP", 12);
    let start = game.start();
    let search = |depth, pruning| {
        let mut search = Expectimax::new(game.info(), ExpectimaxOptions { depth, pruning });
        search.search(start.as_ref(), &mut Meter::new(Budget::Iterations(u64::MAX))).unwrap();
        search.value()
    };
    for depth in 1..=3 {
        let plain = search(depth, Pruning::None);
        for pruning in [Pruning::Star1, Pruning::Star2] {
            let value = search(depth, pruning);
            assert!((value - plain).abs() < 1e-9, "{value} instead of {plain} at depth {depth} with {pruning:?}");
        }
    }
}

#[test]
fn every_tree_with_chance_nodes_converges_to_expectimax() {
    let halves = || ("draws", Value::Text("halves".to_owned()));
    // The mean over visits is below the best value by the cost of visiting the others.
    let little = || ("exploration", Value::Float(0.3));
    for (rows, pieces, draw_after) in [(1, "KP", 4), (1, "CP", 3)] {
        let game = dark_chess(rows, pieces, draw_after);
        let (start, mut solver) = (game.start(), Solver::new(game.as_ref()));
        let expected = solver.values(start.as_ref())[0];
        for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
            let (value, _) = expectimax(start.as_ref(), game.info(), pruning);
            assert!((value - expected).abs() < 1e-9, "{pruning:?}: {value} instead of {expected}");
        }
        for (name, params) in [("uct", vec![little()]), ("progressive-widening", vec![little()]), ("chance-nodes", vec![halves()])] {
            let rows = means(agent(name, &params, &game, 3).as_mut(), start.as_ref(), 200_000);
            assert!((rows[0].1 - expected).abs() < 0.02, "{name}: {} instead of {expected} with {pieces}", rows[0].1);
        }
    }
}

#[test]
fn the_move_that_wins_is_found_whatever_the_tree() {
    // Red's cannon takes the king behind the pawn; a step or a reveal lets it escape.
    let game = dark_chess(2, "KGCP", 40);
    let position = game.parse("x1kP/Cp1k 1r 0 G -").err();
    assert!(position.is_some(), "two black kings are refused");
    let position = game.parse("x3/C1pk 1r 0 G -").unwrap();
    let solver = &mut Solver::new(game.as_ref());
    let best = solver.values(position.as_ref())[0];
    for (name, params) in [
        ("chance-nodes", vec![]),
        ("group-nodes", vec![]),
        ("move-groups", vec![("policy", Value::Text("random".to_owned()))]),
        ("move-groups", vec![("policy", Value::Text("cycle-r".to_owned()))]),
        ("move-groups", vec![("policy", Value::Text("cycle-m".to_owned()))]),
        ("open-loop", vec![]),
        ("progressive-widening", vec![]),
        ("expectimax", vec![]),
        ("expectimax", vec![("pruning", Value::Text("star2".to_owned()))]),
    ] {
        let rows = means(agent(name, &params, &game, 5).as_mut(), position.as_ref(), 20_000);
        let mut next = position.boxed();
        next.apply(position.move_list().into_iter().find(|&m| position.move_notation(&[m]) == rows[0].0).unwrap());
        let value = solver.values(next.as_ref())[0];
        assert!((value - best).abs() < 1e-9, "{name} {params:?} plays {} of value {value}, not {best}", rows[0].0);
    }
}
