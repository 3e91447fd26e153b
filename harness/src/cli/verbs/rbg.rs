//! `bench rbg`: checks, formats and draws rules files.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::named::game_entry;
use crate::cli::out;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use treebench_games::rbg::language::jit::Compiled;
use treebench_games::rbg::language::split::explained;
use treebench_games::rbg::language::split::report::{Fate, Report};
use treebench_games::rbg::language::{Description, Limits, Program, Split, fmt, graph, lint, parse, unused_macros};

/// Checks, formats and draws rules files.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench rbg check my/game.rbg
  bench rbg fmt my/game.rbg --write
  bench rbg graph rbg/tic-tac-toe --split Mod --format svg > tic-tac-toe.svg

FILE ends in .rbg, or is the name of a game that is registered as a rules file.")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Reports errors, likely mistakes, and how every strategy splits the rules.
    Check {
        /// The rules file.
        file: String,
    },
    /// Prints a rules file in the standard layout.
    Fmt {
        /// The rules file.
        file: String,
        /// Writes the file instead of printing it.
        #[arg(long)]
        write: bool,
    },
    /// Draws the rules as an automaton with its split points.
    Graph {
        /// The rules file.
        file: String,
        /// The split strategy.
        #[arg(long, value_name = "STRATEGY", default_value = "orthodox")]
        split: Split,
        /// The output format.
        #[arg(long, value_enum, default_value_t)]
        format: Picture,
    },
}

/// A format of pictures.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
enum Picture {
    /// Graphviz' DOT.
    #[default]
    Dot,
    /// SVG, for browsers.
    Svg,
}

/// A rules file.
struct Rules {
    path: &'static str,
    text: &'static str,
}

impl Verb for Args {
    const NAME: &'static str = "rbg";

    fn run(self) -> Result<ExitCode, CliError> {
        match self.task {
            Task::Check { file } => out::finish(&check(&Rules::open(&file)?)?),
            Task::Fmt { file, write } => {
                let rules = Rules::open(&file)?;
                let text = fmt(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?;
                if !write {
                    return out::finish(&text);
                }
                if text != rules.text {
                    fs::write(rules.path, text).map_err(|error| CliError::input(format!("cannot write {}: {error}", rules.path)))?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Task::Graph { file, split, format } => {
                let program = program(&Arc::new(Rules::open(&file)?.parse()?), split)?;
                out::finish(&match format {
                    Picture::Dot => graph::dot(&program),
                    Picture::Svg => graph::svg(&program),
                })
            }
        }
    }
}

impl Rules {
    fn open(name: &str) -> Result<Self, CliError> {
        let entry = game_entry(name)?;
        let text = entry.definition.text();
        let text = text.ok_or_else(|| CliError::input(format!("game `{name}` is written in Rust and has no rules file")))?;
        Ok(Rules { path: entry.origin.file, text })
    }

    fn parse(&self) -> Result<Description, CliError> {
        parse(self.path, self.text, &Limits::default()).map_err(CliError::input)
    }
}

fn program(game: &Arc<Description>, split: Split) -> Result<Arc<Program>, CliError> {
    Program::new(Arc::clone(game), split, Limits::default()).map(Arc::new).map_err(CliError::input)
}

/// The size of the game, likely mistakes, and a paragraph for each strategy.
fn check(rules: &Rules) -> Result<String, CliError> {
    let game = Arc::new(rules.parse()?);
    let (players, pieces, squares) = (game.players.len(), game.pieces.len(), game.board.squares());
    let mut text = format!("{}: ok, {players} players, {pieces} pieces, {squares} squares\n", rules.path);
    let unused = unused_macros(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?;
    let warnings = unused.iter().map(|name| format!("the macro `{name}` is never used")).chain(lint(&game));
    warnings.for_each(|warning| text += &format!("warning: {warning}\n"));
    for split in Split::all() {
        let _ = write!(text, "\n{split}\n");
        let report = explained(&game, split, &Limits::default()).map_err(CliError::input)?.1;
        if !split.is_orthodox() {
            text += &dots(&report);
        }
        let engine = match Compiled::new(program(&game, split)?) {
            Ok(_) => "native code".to_owned(),
            Err(reason) => format!("the interpreter, because {reason}"),
        };
        let _ = writeln!(text, "  played by {engine}");
    }
    Ok(text)
}

/// What became of the dots.
fn dots(report: &Report) -> String {
    let mut text = format!("  {} dots, {} of them split points; {} were postponed\n", report.written(), report.kept(), report.postponed());
    let mut removed: BTreeMap<Fate, usize> = BTreeMap::new();
    report.dots.iter().for_each(|dot| *removed.entry(dot.fate).or_default() += 1);
    for (fate, count) in removed {
        if let Some(meaning) = removal(fate) {
            text += &format!("  removed: {count} {meaning}\n");
        }
    }
    text
}

/// Why a dot was removed; `None` if it was not.
fn removal(fate: Fate) -> Option<&'static str> {
    match fate {
        Fate::Kept => None,
        Fate::Keeper => Some("where only the keeper comes"),
        Fate::Merged => Some("met another dot"),
        Fate::Lost => Some("legal nowhere"),
        Fate::RightDetermined => Some("with one way on"),
        Fate::LeftDetermined => Some("with one way there"),
    }
}
