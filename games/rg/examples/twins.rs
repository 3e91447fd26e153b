//! The speed of random play in games of `games/rules` that exist in both languages: native code, the interpreter, and native code of the twin.
//!
//! `cargo run --release -p treebench-rg --example twins` plays them in turns, and prints the median processor time of a game in microseconds.

#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use treebench_rbg::{Split, SplitMix};
use treebench_rg::{Game, Interpreter, Limits, Native, State, load};

/// Games, and the parameters of their twins.
const GAMES: [(&str, &[(&str, &str)]); 5] =
    [("breakthrough", &[]), ("connect-four", &[]), ("hex", &[("size", "7")]), ("knightthrough", &[]), ("tic-tac-toe", &[])];

/// The rounds, and the processor time that each engine gets in one.
const ROUNDS: usize = 9;
const SECONDS: f64 = 0.05;

/// The processor time of this thread in seconds.
fn processor_time() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts processor time");
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") / 1e9
}

/// The processor time of a game, from as many as fit into a round.
fn measured(played: &mut u64, mut play: impl FnMut(u64)) -> f64 {
    let (begun, mut games) = (processor_time(), 0_u32);
    loop {
        for _ in 0..1 + games / 4 {
            play(*played);
            (*played, games) = (*played + 1, games + 1);
        }
        let time = processor_time() - begun;
        if time > SECONDS {
            return time / f64::from(games);
        }
    }
}

fn rules(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A random game by the interpreter.
fn interpret(interpreter: &mut Interpreter, game: &Game, mut state: State, seed: u64) {
    let mut random = SplitMix::new(seed);
    while state.node != treebench_rg::game::END {
        let mut moves = interpreter.moves(&state).expect("no limit is exceeded");
        state = moves.swap_remove(random.below(moves.len() as u64) as usize).after;
        interpreter.settle(&mut state).expect("no limit is exceeded");
    }
    assert!(state.score(game, 0) >= 0);
}

fn main() {
    println!("| game | native code, µs | interpreter | twin | native code / interpreter | native code / twin |\n|---|---|---|---|---|---|");
    for (name, parameters) in GAMES {
        let game = Arc::new(load("x.hrg", &rules(&format!("{name}.hrg")), &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
        let native = Native::new(&game).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let mut interpreter = Interpreter::new(Arc::clone(&game));
        let mut start = State::start(&game);
        interpreter.settle(&mut start).expect("no limit is exceeded");
        let limits = treebench_rbg::Limits::default();
        let twin = treebench_rbg::parse_with(name, &rules(&format!("{name}.rbg")), parameters, &limits)
            .unwrap_or_else(|errors| panic!("{errors}"));
        let twin = treebench_rbg::Program::new(Arc::new(twin), Split::ORTHODOX, limits).expect("a game of the corpus");
        let compiled = twin.compile().expect("this machine is supported");
        let twin_start = treebench_rbg::Interpreter::new(Arc::new(twin)).start().expect("no limit is exceeded");
        let (mut times, mut played) = ([const { Vec::new() }; 3], [0; 3]);
        for round in 0..=ROUNDS {
            let found = [
                measured(&mut played[0], |seed| assert!(native.playout(&mut start.clone(), seed, 1000).is_some_and(|ended| ended.over))),
                measured(&mut played[1], |seed| interpret(&mut interpreter, &game, start.clone(), seed)),
                measured(&mut played[2], |seed| {
                    assert!(compiled.playout(&mut twin_start.clone(), seed, 1000).is_ok_and(|ended| ended.over))
                }),
            ];
            // The first round compiles.
            if round > 0 {
                times.iter_mut().zip(found).for_each(|(times, time)| times.push(time * 1e6));
            }
        }
        let [native, interpreted, twin] = times.map(|mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        println!("| {name} | {native:.2} | {interpreted:.0} | {twin:.2} | {:.4} | {:.2} |", native / interpreted, native / twin);
    }
}
