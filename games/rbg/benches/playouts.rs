//! Random playouts by native code, and code generation, for the twelve games of the split-moves paper.
//!
//! `cargo bench -p treebench-rbg` prints nodal states per second as items per second (the unit of the paper's Table 1: one for each whole move), and
//! for each game and strategy the time from text to the first playout (`compile`), and to a program (`front_end`). `cargo bench -p treebench-rbg --
//! playouts chess` runs a part. Instruction counts, which other processes do not affect, come from the example `instructions`. To judge a change of
//! the engine by them, run the commands at the top of `instructions.csv` again and compare line by line (`diff`): where the change should make no
//! difference, there must be none.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::path::Path;
use std::sync::Arc;
use treebench_rbg::{Interpreter, Limits, NativeProgram, Program, Split, SplitMix, State, parse};

fn main() {
    divan::main();
}

/// The games of the paper's Table 1.
const GAMES: [&str; 12] = [
    "amazons",
    "breakthrough",
    "breakthru",
    "chess",
    "chess-king-capture",
    "english-draughts",
    "fox-and-hounds",
    "go",
    "knightthrough",
    "mill",
    "pentago",
    "skirmish",
];

/// The strategies of the paper.
const SPLITS: [&str; 5] = ["orthodox", "Mod", "ModPlus", "ModShift", "ModPlusShift"];

/// A sample ends with the playout that reaches this number of nodal states.
const STATES: u32 = 2_000;

/// Playouts are cut off at this length; no game reaches it.
const CAP: u32 = 100_000;

fn text(game: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../rules/{game}.rbg"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn program(game: &str, text: &str, split: Split) -> Program {
    let description = parse(game, text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    Program::new(Arc::new(description), split, Limits::default()).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Native code, and the first position.
fn compiled(game: &str, text: &str, split: Split) -> (NativeProgram, State) {
    let program = program(game, text, split);
    let engine = program.compile().unwrap_or_else(|why| panic!("{game}: {why}"));
    (engine, Interpreter::new(Arc::new(program)).start().expect("a first position"))
}

/// Playouts until this number of nodal states is reached. The sample's playouts are the same in every round, so that their number is known.
fn playouts(bencher: Bencher<'_, '_>, game: &str, split: Split) {
    let (engine, start) = compiled(game, &text(game), split);
    let mut state = start.clone();
    let mut sample = || {
        let (mut random, mut moves) = (SplitMix::new(1), 0);
        while moves < STATES {
            state.copy_from(&start);
            moves += engine.playout(&mut state, random.draw(), CAP).map_or(CAP, |count| count.moves);
        }
        black_box(moves)
    };
    let states = sample();
    bencher.counter(ItemsCount::new(states)).bench_local(sample);
}

#[divan::bench(args = GAMES)]
fn playouts_orthodox(bencher: Bencher<'_, '_>, game: &str) {
    playouts(bencher, game, Split::ORTHODOX);
}

#[divan::bench(args = GAMES)]
fn playouts_mod(bencher: Bencher<'_, '_>, game: &str) {
    playouts(bencher, game, Split::MOD);
}

/// Every game under every strategy, as `chess Mod`.
fn cells() -> impl Iterator<Item = String> {
    GAMES.iter().flat_map(|game| SPLITS.iter().map(move |split| format!("{game} {split}")))
}

fn text_and_split(cell: &str) -> (&str, String, Split) {
    let (game, split) = cell.split_once(' ').expect("a game and a strategy");
    (game, text(game), split.parse().expect("a strategy"))
}

/// Compiles, and plays one move, since code is generated when first needed.
fn compile_one(game: &str, text: &str, split: Split) -> Option<u32> {
    let (engine, mut state) = compiled(game, text, split);
    engine.playout(&mut state, 1, 1).map(|count| count.moves).ok()
}

/// From the text to native code that plays: reading, split points, compiling.
#[divan::bench(args = cells(), sample_count = 5, sample_size = 1)]
fn compile(bencher: Bencher<'_, '_>, cell: &str) {
    let (game, text, split) = text_and_split(cell);
    bencher.bench_local(|| black_box(compile_one(game, &text, split)));
}

/// The part before the compiler: from the text to a program.
#[divan::bench(args = cells(), sample_count = 5, sample_size = 1)]
fn front_end(bencher: Bencher<'_, '_>, cell: &str) {
    let (game, text, split) = text_and_split(cell);
    bencher.bench_local(|| black_box(program(game, &text, split)));
}

/// All of them one after the other.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn compile_all(bencher: Bencher<'_, '_>) {
    let all: Vec<String> = cells().collect();
    bencher.bench_local(|| {
        for cell in &all {
            let (game, text, split) = text_and_split(cell);
            black_box(compile_one(game, &text, split));
        }
    });
}
