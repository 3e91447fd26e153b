//! Random playouts of Chinese dark chess per second, from the first move to the end, under the tournament's draw rule of 40 moves and the
//! 640 of the tree-reductions paper, uniform and with captures first: `cargo bench -p treebench-games --bench dark_chess`.
//!
//! The mean length of each is printed first; divan then prints items per second, an item being a playout.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use treebench_games::params::{Value, Values};
use treebench_games::{Playout, Position, Rng, Scratch, games};

/// The number of playouts in a sample.
const PLAYOUTS: u32 = 500;

/// The draw rule, and whether captures are played first.
const WAYS: [(i64, bool); 4] = [(40, false), (640, false), (40, true), (640, true)];

fn start(draw_after: i64) -> Box<dyn Position> {
    let values: Values = [("draw-after".to_owned(), Value::Int(draw_after))].into_iter().collect();
    games().find("chinese-dark-chess").expect("a registered game").build(&values).expect("a valid rule").start()
}

fn play(position: &mut dyn Position, captures_first: bool, rng: &mut Rng, scratch: &mut Scratch) -> Playout {
    match position.captures() {
        Some(game) if captures_first => game.playout_captures_first(rng, u32::MAX, scratch),
        _ => position.playout(rng, u32::MAX, scratch),
    }
}

#[divan::bench(args = WAYS)]
fn dark_chess(bencher: Bencher<'_, '_>, (draw_after, captures_first): (i64, bool)) {
    let start = start(draw_after);
    let mut position = start.boxed();
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            position.copy_from(start.as_ref());
            black_box(play(position.as_mut(), captures_first, &mut rng, &mut scratch));
        }
    });
}

#[expect(clippy::print_stdout, reason = "a benchmark is read on the terminal")]
fn main() {
    for (draw_after, captures_first) in WAYS {
        let (start, mut rng, mut scratch) = (start(draw_after), Rng::from_seed(1), Scratch::default());
        let count = 20 * PLAYOUTS;
        let (mut moves, mut draws) = (0, 0);
        for _ in 0..count {
            let mut end = start.boxed();
            moves += play(end.as_mut(), captures_first, &mut rng, &mut scratch).moves;
            draws += u32::from(end.score(0) == 0.5);
        }
        let share = |n: u32| f64::from(n) / f64::from(count);
        println!(
            "draw after {draw_after}, captures first {captures_first}: {:.1} moves, {:.1} % drawn",
            share(moves),
            100.0 * share(draws)
        );
    }
    divan::main();
}
