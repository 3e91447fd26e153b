//! Plays random games of one rules file, by name or path, under one strategy, for counting instructions.
//!
//! Counts are the same on every run, however busy the machine is. The cost of a nodal state (a whole move) is the difference of two runs, so that
//! reading and compiling cancel out:
//!
//! ```text
//! cargo build --release -p treebench-rbg --example instructions
//! for n in 100 300; do valgrind --tool=callgrind --callgrind-out-file=/dev/null \
//!     target/release/examples/instructions breakthrough Mod $n; done
//! ```
//!
//! callgrind prints the instructions as `Collected`, this program the nodal states: (Collected₂ − Collected₁) / (states₂ − states₁) is the cost.
//! `benches/instructions.csv` has it for the games of the split-moves paper; after a change of the engine, run the commands at its top again and
//! compare.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use treebench_rbg::{Interpreter, Limits, Program, Split, SplitMix, parse};

#[expect(clippy::print_stdout, reason = "the number is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, split, playouts] = arguments.as_slice() else {
        return Err("expected a game, a split strategy and a number of playouts, as in `breakthrough Mod 100`".into());
    };
    let (split, playouts): (Split, u64) = (split.parse()?, playouts.parse()?);
    let file = match game.ends_with(".rbg") {
        true => game.into(),
        false => Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../rules/{game}.rbg")),
    };
    let text = std::fs::read_to_string(file)?;
    let description = parse(game, &text, &Limits::default()).map_err(|errors| errors.to_string())?;
    let program = Arc::new(Program::new(Arc::new(description), split, Limits::default())?);
    let start = Interpreter::new(Arc::clone(&program)).start().map_err(|fault| fault.to_string())?;
    let compiled = program.compile().map_err(|why| why.to_string())?;
    let (mut random, mut state, mut states, mut all) = (SplitMix::new(1), start.clone(), 0, 0);
    for _ in 0..playouts {
        state.copy_from(&start);
        let count = compiled.playout(&mut state, random.draw(), u32::MAX).map_err(|fault| fault.to_string())?;
        states += u64::from(count.moves);
        all += count.semimoves;
    }
    println!("{game} {split}: {playouts} playouts, {states} nodal states, {all} states");
    Ok(())
}
