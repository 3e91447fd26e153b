//! Iterations per second from the first move of Chinese dark chess under the draw rule of 640 moves in playouts, captures first, and the
//! playouts alone: `cargo bench -p treebench-agents --bench chance`.
//!
//! Divan prints items per second; an item is an iteration, or a playout. One search of 10,000 iterations is timed, including the growth of the tree.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{Rng, Scratch, games};

const ITERATIONS: u32 = 10_000;

#[divan::bench(args = ["chance-nodes", "move-groups", "group-nodes", "progressive-widening", "open-loop"])]
fn chance(bencher: Bencher<'_, '_>, name: &str) {
    let game = games().find("chinese-dark-chess").expect("a registered game").build(&Values::default()).expect("defaults are valid");
    let recipe = agents().find(name).expect("a registered agent").recipe(&Values::default()).expect("defaults are valid");
    let mut agent = recipe.agent(&game).expect("they play games with chance");
    let start = game.start();
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        agent.start(0, Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(start.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS.into())), &mut submove).expect("there is a move");
        submove
    });
}

#[divan::bench]
fn playouts_alone(bencher: Bencher<'_, '_>) {
    let values: Values = [("draw-after".to_owned(), Value::Int(640))].into_iter().collect();
    let start = games().find("chinese-dark-chess").expect("a registered game").build(&values).expect("a valid rule").start();
    let mut position = start.boxed();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| {
        for _ in 0..ITERATIONS {
            position.copy_from(start.as_ref());
            black_box(position.captures().expect("pieces are captured").playout_captures_first(&mut rng, u32::MAX, &mut scratch));
        }
    });
}

fn main() {
    divan::main();
}
