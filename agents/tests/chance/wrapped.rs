//! Minimax at the end, and random turns at the start.

use super::{agent, dark_chess};
use treebench_agents::{Budget, Meter};
use treebench_games::Position;
use treebench_games::params::Value;
use treebench_games::testing::Solver;

fn chosen(agent: &mut dyn treebench_agents::Agent, position: &dyn Position, iterations: u64) -> String {
    let mut submove = Vec::new();
    agent.choose(position, &mut Meter::new(Budget::Iterations(iterations)), &mut submove).unwrap();
    position.move_notation(&submove)
}

#[test]
fn minimax_takes_over_when_everything_lies_face_up() {
    let game = dark_chess(2, "KGCP", 4);
    // The guard chases the pawn into the corner; nothing is hidden.
    let position = game.parse("G2p/4 1r 0 - -").unwrap();
    let mut solver = Solver::new(game.as_ref());
    let best = solver.values(position.as_ref())[0];
    for (name, params) in [("rand-mm", vec![]), ("chance-nodes", vec![("minimax", Value::Bool(true))])] {
        let mut agent = agent(name, &params, &game, 1);
        let name = chosen(agent.as_mut(), position.as_ref(), 5_000);
        let report = agent.report();
        assert_eq!(report.known.bounds, Some((best, best)), "alpha-beta has solved it");
        let mut next = position.boxed();
        next.apply(position.move_list().into_iter().find(|&m| position.move_notation(&[m]) == name).unwrap());
        assert_eq!(solver.values(next.as_ref())[0], best);
        // Where chance can still act the solver keeps out.
        chosen(agent.as_mut(), game.start().as_ref(), 50);
        assert_ne!(agent.report().known.bounds, Some((best, best)));
    }
}

#[test]
fn random_turns_are_so_many_and_random() {
    let game = dark_chess(2, "KGCP", 40);
    // A cannon that can take the king: a search does, a random move seldom.
    let position = game.parse("x3/C1pk 1r 0 G -").unwrap();
    let play = |seed| {
        let mut agent = agent("chance-nodes", &[("random-turns", Value::Int(3))], &game, seed);
        let moves: Vec<String> = (0..4).map(|_| chosen(agent.as_mut(), position.as_ref(), 2_000)).collect();
        moves
    };
    let games: Vec<Vec<String>> = (0..20).map(play).collect();
    assert_eq!(games, (0..20).map(play).collect::<Vec<_>>(), "the same seed gives the same turns");
    for turn in 0..3 {
        assert!(games.iter().any(|moves| moves[turn] != games[0][turn]), "turn {turn} is the same in every game");
    }
    assert!(games.iter().all(|moves| moves[3] == games[0][3]), "the fourth turn is searched: {games:?}");
}
