//! The speed of random play in files that others wrote: how long each takes to be read and compiled, and thousands of random games a second.
//!
//! `cargo run --release -p treebench-rg --example collection FILE…`, by processor time. Games are cut off after 1,000 moves.

#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::fs;
use std::sync::Arc;
use treebench_rbg::SplitMix;
use treebench_rg::game::END;
use treebench_rg::{Control, Game, Interpreter, Limits, Native, State, load};

/// How long each engine plays.
const SECONDS: f64 = 0.5;

/// The moves after which a game is cut off.
const CAP: u32 = 1000;

/// The processor time of this thread in seconds.
fn processor_time() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts processor time");
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") / 1e9
}

/// The result with the milliseconds that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = processor_time();
    let result = work();
    (result, (processor_time() - begun) * 1e3)
}

/// Games a second.
fn speed(mut play: impl FnMut(u64)) -> f64 {
    let (begun, mut games) = (processor_time(), 0_u64);
    loop {
        for _ in 0..1 + games / 4 {
            play(games);
            games += 1;
        }
        let time = processor_time() - begun;
        if time > SECONDS {
            return games as f64 / time;
        }
    }
}

/// A random game by the interpreter.
fn interpret(interpreter: &mut Interpreter, game: &Game, mut state: State, seed: u64) {
    let mut random = SplitMix::new(seed);
    for _ in 0..CAP {
        if state.node == END {
            return;
        }
        let found = if state.control(game) == Control::Random { interpreter.ways(&state) } else { interpreter.moves(&state) };
        let mut moves = found.unwrap_or_else(|fault| panic!("{}", fault.describe(game)));
        state = moves.swap_remove(random.below(moves.len() as u64) as usize).after;
        interpreter.settle(&mut state).unwrap_or_else(|fault| panic!("{}", fault.describe(game)));
    }
}

fn main() {
    println!("| file | read, ms | compile, ms | native, 1,000 games/s | interpreter | why not native |\n|---|---|---|---|---|---|");
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (game, reading) = timed(|| load(&path, &text, &Limits::default()));
        let game = Arc::new(game.unwrap_or_else(|errors| panic!("{errors}")));
        let mut interpreter = Interpreter::new(Arc::clone(&game));
        let mut start = State::start(&game);
        interpreter.settle(&mut start).unwrap_or_else(|fault| panic!("{}", fault.describe(&game)));
        let (native, compilation) = timed(|| {
            let native = Native::new(&game)?;
            native.playout(&mut start.clone(), 0, CAP);
            Ok::<_, treebench_rg::LoweringError>(native)
        });
        let (native, reason) = match native {
            Ok(native) => {
                (format!("{:.2}", speed(|seed| assert!(native.playout(&mut start.clone(), seed, CAP).is_some())) / 1e3), String::new())
            }
            Err(reason) => ("–".to_owned(), reason.to_string()),
        };
        let interpreted = speed(|seed| interpret(&mut interpreter, &game, start.clone(), seed)) / 1e3;
        let file = path.rsplit('/').next().unwrap_or(&path);
        println!("| {file} | {reading:.1} | {compilation:.1} | {native} | {interpreted:.4} | {reason} |");
    }
}
