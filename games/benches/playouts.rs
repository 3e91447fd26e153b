//! Random playouts per second, from the first move to the end of the game or to the cap, of every game in Rust: the items per second that
//! `cargo bench -p treebench-games` prints, on one core.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use treebench_games::params::{Value, Values};
use treebench_games::{Rng, Scratch, games};

fn main() {
    divan::main();
}

/// The number of playouts in a sample: enough to make the cost of reading the clock negligible.
const PLAYOUTS: usize = 500;

/// A playout is cut off after this many moves, as the public code of the GPN paper does.
const CAP: u32 = 200;

#[divan::bench(args = games().iter().map(|entry| entry.name))]
fn playouts(bencher: Bencher<'_, '_>, name: &str) {
    let game = games().find(name).and_then(|entry| entry.build(&Values::default()).map_err(|e| e.to_string())).expect(name);
    let start = game.start();
    let mut position = start.boxed();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            position.copy_from(start.as_ref());
            black_box(position.playout(&mut rng, CAP, &mut scratch));
        }
    });
}

/// Gomba trees by branching and depth; an item is a node visited by a playout.
#[divan::bench(args = [(2, 20), (8, 50), (200, 50)])]
fn gomba_nodes(bencher: Bencher<'_, '_>, (branching, depth): (i64, i64)) {
    let size: Values = [("branching", branching), ("depth", depth)].into_iter().map(|(name, n)| (name.to_owned(), Value::Int(n))).collect();
    let game = games().find("gomba").and_then(|entry| entry.build(&size).map_err(|e| e.to_string())).expect("gomba");
    let start = game.start();
    let mut position = start.boxed();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    bencher.counter(ItemsCount::new(PLAYOUTS * depth as usize)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            position.copy_from(start.as_ref());
            black_box(position.playout(&mut rng, u32::MAX, &mut scratch));
        }
    });
}
