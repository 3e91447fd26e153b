//! The speed at which an agent plays a game given by a rules file: nodal states (whole moves) per second, the items per second that `cargo bench -p
//! treebench-games --bench rbg` prints, on one core. `playout` is a random playout in one call, `traced` one that records its moves, `stepwise` a
//! loop over `turn`, `moves` and `apply` through `dyn Position`, as action-based playout policies play.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;
use treebench_games::playout::Trace;
use treebench_games::{Game, Position, Rng, Scratch, Turn, games, params::Values};

fn main() {
    divan::main();
}

const VIEWS: [&str; 8] = [
    "amazons orthodox",
    "amazons Mod",
    "breakthrough orthodox",
    "breakthrough Mod",
    "chess orthodox",
    "chess Mod",
    "go orthodox",
    "go Mod",
];

/// A sample has playouts of at least this many nodal states in all.
const STATES: u32 = 2_000;

/// A playout is cut off after this many moves; no game reaches it.
const CAP: u32 = 100_000;

fn view(name: &str) -> Arc<dyn Game> {
    let (game, split) = name.split_once(' ').expect("a game and a strategy");
    let entry = games().find(&format!("rbg/{game}")).expect("a registered game");
    let game = entry.build(&Values::default()).unwrap_or_else(|error| panic!("{error}"));
    game.view(split).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays the same games in every round, so that the number of their nodal states is known.
fn measure(bencher: Bencher<'_, '_>, name: &str, mut play: impl FnMut(&mut dyn Position, &mut Rng) -> u32) {
    let start = view(name).start();
    let mut position = start.boxed();
    let mut sample = || {
        let (mut rng, mut states) = (Rng::from_seed(1), 0);
        while states < STATES {
            position.copy_from(start.as_ref());
            states += play(position.as_mut(), &mut rng);
        }
        black_box(states)
    };
    let states = sample();
    bencher.counter(ItemsCount::new(states)).bench_local(sample);
}

#[divan::bench(args = VIEWS)]
fn playout(bencher: Bencher<'_, '_>, name: &str) {
    let mut scratch = Scratch::default();
    measure(bencher, name, |position, rng| position.playout(rng, CAP, &mut scratch).moves);
}

#[divan::bench(args = VIEWS)]
fn traced(bencher: Bencher<'_, '_>, name: &str) {
    let (mut scratch, mut trace) = (Scratch::default(), Trace::default());
    measure(bencher, name, |position, rng| {
        trace.clear();
        position.playout_traced(rng, CAP, &mut scratch, &mut trace).moves
    });
}

/// In a dead end the game is abandoned, which changes its length but not the cost of a move.
#[divan::bench(args = VIEWS)]
fn stepwise(bencher: Bencher<'_, '_>, name: &str) {
    let mut moves = Vec::new();
    measure(bencher, name, |position, rng| {
        let mut states = 0;
        while let Turn::Player(_) = position.turn() {
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.apply(moves[rng.below(moves.len())]);
            states += u32::from(position.is_nodal());
        }
        states
    });
}
