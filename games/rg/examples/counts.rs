//! The public collection of Regular Games (github.com/radekmie/rg, folder `games`): counts of moves against those of RG's own interpreter, and
//! the speed of random play.
//!
//! ```text
//! cargo run --release -p treebench-rg --example counts -- compare FOLDER [MOST]
//! cargo run --release -p treebench-rg --example counts -- count FILE DEPTH
//! cargo run --release -p treebench-rg --example counts -- play FILE GAMES
//! ```
//!
//! `counts.csv` has what `cli perf FILE DEPTH` of RG at 46ed895 prints without optimisations, up to depth 4 or the first count above 300,000 within 25
//! seconds. The keeper's moves are no plies, moves with the same tags count once for every way to make them, and outcomes of chance that lead to the
//! same state count once.
//!
//! These counts are right where others differ. RG counts otherwise in surakarta if it skips artificial tags (`$_`), by which moves differ; 5,382 and 111,122
//! at depths 3 and 4 are also those of `surakarta` in Rust (`bench perft`). The file of ataxx has other rules: a jump straight ahead (`jump_left` and its
//! like) ends on the next square, so that depth 3 has 6,424 moves and not the 6,460 of `ataxx` in Rust.

#![expect(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods, reason = "it times games and prints what it found")]

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use treebench_rg::{Control, Fault, Game, Interpreter, Limits, State, load};

/// Counts above this are compared only if asked for.
const MOST: u64 = 100_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["compare", folder] => compare(Path::new(folder), MOST),
        ["compare", folder, most] => compare(Path::new(folder), most.parse().unwrap_or(MOST)),
        ["count", file, depth] => InterpretedGame::open(Path::new(file)).and_then(|mut played| {
            let started = Instant::now();
            let count = played.count_from_start(depth.parse().unwrap_or(1))?;
            println!("{count} in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
            Ok(())
        }),
        ["play", file, games] => InterpretedGame::open(Path::new(file)).and_then(|mut played| played.play(games.parse().unwrap_or(1))),
        _ => Err("expected compare FOLDER, count FILE DEPTH, or play FILE GAMES".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Compares every row of the table.
fn compare(folder: &Path, most: u64) -> Result<(), String> {
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in include_str!("counts.csv").lines().skip(1) {
        let [file, depth, count] = line.split(',').collect::<Vec<_>>().try_into().map_err(|_| format!("not a row: {line}"))?;
        let (depth, expected): (usize, u64) = (depth.parse().unwrap_or(0), count.parse().unwrap_or(0));
        if expected <= most {
            rows += 1;
            let found = InterpretedGame::open(&folder.join(file)).and_then(|mut played| played.count_from_start(depth));
            if found != Ok(expected) {
                wrong.push(format!("{file}, depth {depth}: {found:?}, not {expected}"));
            }
        }
    }
    println!("{rows} counts compared");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// A game and its interpreter.
struct InterpretedGame {
    game: Arc<Game>,
    interpreter: Interpreter,
}

impl InterpretedGame {
    fn open(file: &Path) -> Result<InterpretedGame, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let game = load(&file.to_string_lossy(), &text, &Limits::default()).map_err(|errors| errors.to_string())?;
        let game = Arc::new(game);
        Ok(InterpretedGame { interpreter: Interpreter::new(Arc::clone(&game)), game })
    }

    fn count_from_start(&mut self, depth: usize) -> Result<u64, String> {
        let start = State::start(&self.game);
        self.count(&start, depth).map_err(|fault| fault.describe(&self.game))
    }

    fn count(&mut self, state: &State, depth: usize) -> Result<u64, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let control = state.control(&self.game);
        let mut seen = HashSet::new();
        let mut total = 0;
        for way in self.interpreter.ways(state)? {
            match control {
                Control::Keeper => total += self.count(&way.after, depth)?,
                Control::Random if !seen.insert(way.after.clone()) => {}
                _ => total += self.count(&way.after, depth - 1)?,
            }
        }
        Ok(total)
    }

    fn play(&mut self, games: u64) -> Result<(), String> {
        let started = Instant::now();
        // A xorshift generator (Marsaglia 2003) from an arbitrary seed.
        let (mut word, mut moves) = (88_172_645_463_325_252_u64, 0_u64);
        for _ in 0..games {
            let mut state = State::start(&self.game);
            let mut fault = self.interpreter.settle(&mut state).err();
            while fault.is_none() {
                let mut list = self.interpreter.moves(&state).map_err(|fault| fault.describe(&self.game))?;
                if list.is_empty() {
                    break;
                }
                word ^= word << 13;
                word ^= word >> 7;
                word ^= word << 17;
                moves += 1;
                state = list.swap_remove((word % list.len() as u64) as usize).after;
                fault = self.interpreter.settle(&mut state).err();
            }
            if let Some(fault) = fault {
                return Err(fault.describe(&self.game));
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        println!("{games} games, {moves} moves, {:.0} games and {:.0} moves a second", games as f64 / seconds, moves as f64 / seconds);
        Ok(())
    }
}
