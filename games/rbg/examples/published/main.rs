//! The published collection of rules files (github.com/marekesz/rbgGames), as published: which engine plays each file under each strategy,
//! whether its numbers of moves are the stored ones, and how fast random play is, against the published compiler.
//!
//! ```text
//! git clone https://github.com/marekesz/rbgGames
//! cargo run --release -p treebench-rbg --example published -- rbgGames
//! cargo run --release -p treebench-rbg --example published -- rbgGames --splits all --only chess,gess --seconds 2
//! cargo run --release -p treebench-rbg --example published -- rbgGames --engine interpreter
//! cargo run --release -p treebench-rbg --example published -- rbgGames --only reversi --without rays
//! cargo run --release -p treebench-rbg --example published -- rbgGames --count 3
//! ```
//!
//! The collection is not part of this repository. `perft.csv` holds counts of move sequences, `speeds.csv` nodal states per second of the published
//! compiler, both with their origins; `--count DEPTH` prints rows for the first, counted by the interpreter. Speeds are per second of processor time,
//! on one core of this machine: compare them with the stored ones only on the machine named there.
//!
//! Ends with an error if a file cannot be read or a count differs.

mod arguments;
mod count;
mod speed;

use arguments::Arguments;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use treebench_rbg::{Description, Interpreter, Limits, NativeProgram, Program, Split, State, parse};

/// An engine, and the state in which games begin.
pub(crate) struct Player {
    pub(crate) program: Arc<Program>,
    pub(crate) compiled: Option<NativeProgram>,
    pub(crate) plain: Interpreter,
    pub(crate) start: State,
    /// Why the interpreter plays, if it does.
    why: Option<String>,
}

impl Player {
    fn new(description: &Arc<Description>, split: Split, arguments: &Arguments) -> Result<Self, Box<dyn Error>> {
        let program = Arc::new(Program::new(Arc::clone(description), split, Limits::default())?.with_passes(arguments.passes));
        let (compiled, why) = match program.compile() {
            _ if arguments.plain => (None, Some("as asked".to_owned())),
            Ok(compiled) => (Some(compiled), None),
            Err(why) => (None, Some(why.to_string())),
        };
        let mut plain = Interpreter::new(Arc::clone(&program));
        let start = plain.start()?;
        Ok(Player { program, compiled, plain, start, why })
    }
}

/// The rules files of a folder and those below, by path.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rbg") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let (counts, speeds) = (count::stored(), speed::stored());
    let (mut reasons, mut wrong): (BTreeMap<String, usize>, Vec<String>) = (BTreeMap::new(), Vec::new());
    println!("file,strategy,engine,prepared in ms,perft,nodal states/s,times the published compiler");
    for file in files(&arguments.folder)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !arguments.wants(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&file)?;
        let description = match parse(&file.display().to_string(), &text, &Limits::default()) {
            Ok(description) => Arc::new(description),
            Err(errors) => {
                wrong.push(errors.to_string());
                continue;
            }
        };
        for &split in &arguments.splits {
            let begin = speed::now();
            let mut player = match Player::new(&description, split, &arguments) {
                Ok(player) => player,
                Err(error) => {
                    wrong.push(format!("{name} {split}: {error}"));
                    continue;
                }
            };
            if let Some(depth) = arguments.count {
                count::rows(&mut player, &name, depth).iter().for_each(|row| println!("{row}"));
                continue;
            }
            compile(&player);
            let prepared = speed::now() - begin;
            let engine = if player.compiled.is_some() { "native" } else { "interpreter" };
            let why = player.why.clone().unwrap_or_else(|| engine.to_owned());
            *reasons.entry(why).or_default() += 1;
            let (verdict, differing) = count::check(&mut player, &name, counts.get(name.as_str()));
            wrong.extend(differing);
            let measured = speed::measure(&mut player, arguments.seconds);
            let (speed, ratio) = match measured {
                Ok(speed) => {
                    let published = speeds.get(&(name.as_str(), split));
                    (format!("{speed:.0}"), published.map_or("-".to_owned(), |published| format!("{:.2}", speed / published)))
                }
                Err(fault) => (fault.describe(&player.program.limits), "-".to_owned()),
            };
            println!("{name},{split},{engine},{:.0},{verdict},{speed},{ratio}", prepared * 1e3);
        }
    }
    for (reason, views) in reasons {
        println!("# {views} views: {reason}");
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Generates the code of random play by playing a first move.
fn compile(player: &Player) {
    if let Some(compiled) = &player.compiled {
        let mut state = player.start.clone();
        // A fault is reported when the speed is measured.
        let _ = compiled.playout(&mut state, 1, 1);
    }
}
