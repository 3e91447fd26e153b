//! What proofs cost: iterations per second with and without them, from the first move, on the games that the GPN paper gains most in:
//! `cargo bench -p treebench-agents --bench proofs`. Compare the lines of one game of one run.
//!
//! Divan prints items per second; an item is an iteration. One search of 20,000 iterations is timed, the growth of the tree included.

use divan::Bencher;
use divan::counter::ItemsCount;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{Rng, games};

const ITERATIONS: u64 = 20_000;

/// An agent and its parameters besides the defaults.
const AGENTS: [(&str, &[(&str, &str)]); 6] = [
    ("uct", &[]),
    ("score-bounded", &[]),
    ("gpn-mcts", &[("bias", "rank")]),
    ("gpn-mcts", &[("bias", "max")]),
    ("gpn-mcts", &[("bias", "sum")]),
    ("gpn-ludii", &[("bias", "rank")]),
];

fn lines() -> impl Iterator<Item = String> {
    let line = |game: &str, (agent, params): &(&str, &[(&str, &str)])| {
        let words: Vec<&str> = [game, agent].into_iter().chain(params.iter().map(|&(_, value)| value)).collect();
        words.join(" ")
    };
    ["lines-of-action", "ataxx", "minishogi"].into_iter().flat_map(move |game| AGENTS.iter().map(move |agent| line(game, agent)))
}

#[divan::bench(args = lines())]
fn proofs(bencher: Bencher<'_, '_>, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let game = games().find(words[0]).expect("a registered game").build(&Values::default()).expect("defaults are valid");
    let mut values = Values::default();
    if words[1] == "uct" {
        // The playouts of the others are cut off too.
        values.set("playout-cap", Value::Int(200));
    }
    if let Some(&bias) = words.get(2) {
        values.set("bias", Value::Text(bias.to_owned()));
    }
    let recipe = agents().find(words[1]).expect("a registered agent").recipe(&values).expect("the parameters are valid");
    let mut agent = recipe.agent(&game).expect("the agent plays it");
    let position = game.start();
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        agent.start(0, Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut submove).expect("there is a move");
        submove
    });
}

fn main() {
    divan::main();
}
