//! `alpha-beta` positions per second from the first move to a fixed depth: `cargo bench -p treebench-agents --bench alpha_beta`.
//!
//! Divan prints items per second; an item is a visited nodal position. Every search starts with an empty table.

use divan::Bencher;
use divan::counter::ItemsCount;
use treebench_agents::alphabeta::{AlphaBeta, AlphaBetaOptions};
use treebench_agents::{Budget, Meter};
use treebench_games::games;
use treebench_games::params::Values;

/// A game, the search depth, and the size of the table in megabytes.
const SEARCHES: [(&str, u8, usize); 4] = [("breakthrough", 7, 0), ("breakthrough", 7, 4), ("reversi", 10, 0), ("reversi", 10, 4)];

#[divan::bench(args = SEARCHES)]
fn alpha_beta(bencher: Bencher<'_, '_>, (name, depth, megabytes): (&str, u8, usize)) {
    let game = games().find(name).expect("a registered game").build(&Values::default()).expect("defaults are valid");
    let options = AlphaBetaOptions { depth, table_bytes: megabytes << 20, ordering: true, distance: false };
    let start = game.start();
    let search = || {
        let mut meter = Meter::new(Budget::States(u64::MAX));
        AlphaBeta::new(game.info(), options).search(start.as_ref(), &mut meter).expect("there is a move");
        meter.states()
    };
    bencher.counter(ItemsCount::new(search())).bench_local(search);
}

fn main() {
    divan::main();
}
