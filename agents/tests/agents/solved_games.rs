//! Searches with a large budget solve games small enough to enumerate.

use std::sync::Arc;
use treebench_agents::{Agent, Budget, Meter, agents};
use treebench_games::params::Values;
use treebench_games::testing::{Solver, SplitGame};
use treebench_games::{Game, Move, Position, Rng, Turn, games};

/// The agents that converge to perfect play.
const AGENTS: [&str; 10] =
    ["alpha-beta", "gpn-best", "gpn-ludii", "gpn-mcts", "gpn-paper", "mcts-solver", "pn-mcts", "pns", "score-bounded", "uct"];

fn start(name: &str, game: &Arc<dyn Game>, seed: u64) -> Box<dyn Agent> {
    let recipe = agents().find(name).expect("it is registered").recipe(&Values::default()).expect("defaults are valid");
    let mut agent = recipe.agent(game).expect("it plays this game");
    agent.start(0, Rng::from_seed(seed));
    agent
}

fn choose(agent: &mut dyn Agent, position: &dyn Position, iterations: u64) -> Vec<Move> {
    let mut submove = Vec::new();
    agent.choose(position, &mut Meter::new(Budget::Iterations(iterations)), &mut submove).expect("there is a move");
    submove
}

fn after(position: &dyn Position, submove: &[Move]) -> Box<dyn Position> {
    let mut next = position.boxed();
    submove.iter().for_each(|&m| next.apply(m));
    next
}

/// Checks that an agent's move keeps the value of the position.
fn check_choice(name: &str, game: &Arc<dyn Game>, solver: &mut Solver, position: &dyn Position, iterations: u64) {
    let Turn::Player(player) = position.turn() else { return };
    let submove = choose(start(name, game, 1).as_mut(), position, iterations);
    let kept = solver.values(after(position, &submove).as_ref())[player];
    let possible = solver.values(position)[player];
    assert_eq!(kept, possible, "{name} plays {} in {}", position.move_notation(&submove), position.notation());
}

#[test]
fn tic_tac_toe_is_played_perfectly_from_every_opening() {
    let game = games().find("tic-tac-toe").expect("it is registered").build(&Values::default()).expect("defaults are valid");
    let mut solver = Solver::new(game.as_ref());
    for name in AGENTS {
        let mut check = |position: &dyn Position| check_choice(name, &game, &mut solver, position, 20_000);
        let start = game.start();
        check(start.as_ref());
        for first in start.move_list() {
            let one = after(start.as_ref(), &[first]);
            check(one.as_ref());
            for second in one.move_list() {
                check(after(one.as_ref(), &[second]).as_ref());
            }
        }
    }
}

#[test]
fn the_value_of_tic_tac_toe_converges_to_a_draw() {
    let game = games().find("tic-tac-toe").expect("it is registered").build(&Values::default()).expect("defaults are valid");
    let mut agent = start("uct", &game, 3);
    choose(agent.as_mut(), game.start().as_ref(), 300_000);
    let best = agent.report().root[0].mean;
    assert!((best - 0.5).abs() < 0.05, "{best}");
}

#[test]
fn the_split_game_is_solved_in_either_view() {
    for game in [SplitGame::orthodox(), SplitGame::split()] {
        let game: Arc<dyn Game> = Arc::new(game);
        let mut solver = Solver::new(game.as_ref());
        let mut rng = Rng::from_seed(4);
        for _ in 0..20 {
            let mut position = game.start();
            while let Turn::Player(_) = position.turn() {
                let moves = treebench_games::notation::whole_moves(position.as_ref());
                if moves.is_empty() {
                    break;
                }
                for name in AGENTS {
                    // An iteration of alpha-beta is a visited position.
                    let iterations = if name == "alpha-beta" { 300_000 } else { 3000 };
                    check_choice(name, &game, &mut solver, position.as_ref(), iterations);
                }
                position = after(position.as_ref(), &moves[rng.below(moves.len())]);
            }
        }
    }
}

#[test]
fn the_same_seed_searches_the_same_tree() {
    for entry in games().iter().filter(|entry| entry.definition.text().is_none()) {
        let game = entry.build(&Values::default()).expect("defaults are valid");
        let mut rng = Rng::from_seed(6);
        let mut position = game.start();
        while position.turn() == Turn::Chance {
            let outcome = position.sample(&mut rng, &mut Vec::new());
            position.apply(outcome);
        }
        let report = |seed| {
            let mut agent = start("uct", &game, seed);
            choose(agent.as_mut(), position.as_ref(), 300);
            agent.report()
        };
        assert_eq!(report(1), report(1), "{}", entry.name);
        assert_ne!(report(1), report(2), "{}", entry.name);
    }
}
