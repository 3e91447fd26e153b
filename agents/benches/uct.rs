//! `uct` iterations per second from the first move, uniform playouts: `cargo bench -p treebench-agents`.
//!
//! Divan prints items per second; an item is an iteration. One search of 50,000 iterations is timed, the growth of the tree included.

use divan::Bencher;
use divan::counter::ItemsCount;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::games;
use treebench_games::params::{Value, Values};

const ITERATIONS: u64 = 50_000;

#[divan::bench(args = ["breakthrough", "connect-four", "reversi", "einstein", "go", "tic-tac-toe"])]
fn uct(bencher: Bencher<'_, '_>, name: &str) {
    let defaults = Values::default();
    let game = games().find(name).expect("a registered game").build(&defaults).expect("defaults are valid");
    let recipe = agents().find("uct").expect("a registered agent").recipe(&defaults).expect("defaults are valid");
    let mut agent = recipe.agent(&game).expect("uct plays every game");
    let mut position = game.start();
    // A position in which a player is to move: chance may act first.
    let mut rng = treebench_games::Rng::from_seed(1);
    while position.turn() == treebench_games::Turn::Chance {
        let outcome = position.sample(&mut rng, &mut Vec::new());
        position.apply(outcome);
    }
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        agent.start(0, rng.clone());
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut submove).expect("there is a move");
        submove
    });
}

/// Gomba trees by branching and depth with playouts in closed form, by agent; an item is an iteration.
#[divan::bench(args = [("uct", 2, 20), ("uct", 200, 50), ("uct-fpu", 2, 20), ("uct-fpu", 200, 50), ("uct-v", 2, 20), ("uct-air", 200, 50)])]
fn gomba(bencher: Bencher<'_, '_>, (name, branching, depth): (&str, i64, i64)) {
    let closed = [("simulation".to_owned(), Value::Text("closed-form".to_owned()))];
    let size = [("branching", branching), ("depth", depth)].map(|(name, n)| (name.to_owned(), Value::Int(n)));
    let game =
        games().find("gomba").expect("a registered game").build(&closed.into_iter().chain(size).collect()).expect("they go together");
    let recipe = agents().find(name).expect("a registered agent").recipe(&Values::default()).expect("defaults are valid");
    let mut agent = recipe.agent(&game).expect("it plays every game");
    let (position, rng) = (game.start(), treebench_games::Rng::from_seed(1));
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        agent.start(0, rng.clone());
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut submove).expect("there is a move");
        submove
    });
}

fn main() {
    divan::main();
}
