//! `mcts` iterations per second from the first move of games given by rules files, in the designs of the split-moves paper: `cargo bench -p
//! treebench-agents --bench semisplit`.
//!
//! Divan prints items per second; an item is an iteration. One search with a fixed number of iterations is timed, including the growth of the tree,
//! excluding the compilation of the game.

use divan::Bencher;
use divan::counter::ItemsCount;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::games;
use treebench_games::params::{Value, Values};

/// Name, and parameters that differ from the defaults.
type Design = (&'static str, &'static [(&'static str, &'static str)]);

const DESIGNS: [Design; 9] = [
    ("O", &[]),
    ("S-nodal/sim:S @Mod", &[("split", "Mod"), ("tree", "nodal")]),
    ("tree:O/sim:S @Mod", &[("split", "Mod")]),
    ("R-nodal/sim:S @Mod", &[("split", "Mod"), ("tree", "rollup-nodal")]),
    ("O MAST", &[("playout", "mast")]),
    ("S-nodal MAST-split @Mod", &[("split", "Mod"), ("tree", "nodal"), ("playout", "mast"), ("mast", "split")]),
    ("S-nodal MAST-mix @Mod", &[("split", "Mod"), ("tree", "nodal"), ("playout", "mast"), ("mast", "mix")]),
    ("O RAVE", &[("rave", "join")]),
    ("S-nodal RAVE-split @Mod", &[("split", "Mod"), ("tree", "nodal"), ("rave", "split")]),
];

fn design(bencher: Bencher<'_, '_>, name: &str, iterations: u64, (_, params): Design) {
    let game = games().find(name).expect("a registered game").build(&Values::default()).expect("defaults are valid");
    let values: Values = params.iter().map(|&(key, word)| (key.to_owned(), Value::Text(word.to_owned()))).collect();
    let recipe = agents().find("mcts").expect("a registered agent").recipe(&values).expect("the words are valid");
    let mut agent = recipe.agent(&game).expect("the parameters go together");
    let position = game.start();
    let mut search = |iterations| {
        agent.start(0, treebench_games::Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(iterations)), &mut submove).expect("there is a move");
        submove
    };
    search(10);
    bencher.counter(ItemsCount::new(iterations)).bench_local(|| search(iterations));
}

fn names() -> impl Iterator<Item = &'static str> {
    DESIGNS.iter().map(|design| design.0)
}

fn by_name(name: &str) -> Design {
    *DESIGNS.iter().find(|design| design.0 == name).expect("a design of the list")
}

#[divan::bench(args = names(), sample_count = 5)]
fn breakthrough(bencher: Bencher<'_, '_>, name: &str) {
    design(bencher, "rbg/breakthrough", 200_000, by_name(name));
}

#[divan::bench(args = names(), sample_count = 5)]
fn chess(bencher: Bencher<'_, '_>, name: &str) {
    design(bencher, "rbg/chess", 20_000, by_name(name));
}

fn main() {
    divan::main();
}
