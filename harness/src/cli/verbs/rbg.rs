//! `bench rbg`: checks, formats and draws rules files.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::rules_file::RulesFile;
use crate::cli::out;
use crate::report::plural;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use treebench_games::rbg::language::split::explained;
use treebench_games::rbg::language::split::report::DotOutcome;
use treebench_games::rbg::language::{Description, Limits, Program, Split, fmt, graph, lint, parse, unused_macros};
use treebench_reports::model::{Cell, Column, Table};

/// Checks, formats and draws rules files.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench rbg check my/game.rbg
  bench rbg check my/game.rbg --format json | jq .problems
  bench rbg fmt my/game.rbg --write
  bench rbg fmt rbg/tic-tac-toe                 (the text of a registered game)
  bench rbg graph rbg/tic-tac-toe --split Mod --format svg > tic-tac-toe.svg
  bench init skill.toml --template rules        (a first game, and an experiment with it)

FILE ends in .rbg, or is the name of a registered rules file. The guide to the language is docs/RULES.md, beside the tutorial.")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Reports errors, likely mistakes, how every strategy splits the rules, and what a few random games come to.
    Check {
        /// The rules file.
        file: String,
        /// JSON has errors and likely mistakes with their places; columns count characters.
        #[arg(long, value_enum, default_value_t)]
        format: out::Format,
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

impl Verb for Args {
    const NAME: &'static str = "rbg";

    fn run(self) -> Result<ExitCode, CliError> {
        match self.task {
            Task::Check { file, format: out::Format::Json } => open(&file, "check")?.finish_problems(),
            Task::Check { file, format: out::Format::Text } => {
                let rules = open(&file, "check")?;
                rules.finish_check(&check(&rules)?)
            }
            Task::Fmt { file, write } => {
                let rules = open(&file, "fmt")?;
                rules.lay_out(&fmt(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?, write)
            }
            Task::Graph { file, split, format } => {
                let program = program(&Arc::new(read(&open(&file, "graph")?)?), split)?;
                out::finish(&match format {
                    Picture::Dot => graph::dot(&program),
                    Picture::Svg => graph::svg(&program),
                })
            }
        }
    }
}

fn open(name: &str, task: &str) -> Result<RulesFile, CliError> {
    RulesFile::open(name, Args::NAME, task)
}

fn read(rules: &RulesFile) -> Result<Description, CliError> {
    parse(rules.path, rules.text, &Limits::default()).map_err(CliError::input)
}

fn program(game: &Arc<Description>, split: Split) -> Result<Arc<Program>, CliError> {
    Program::new(Arc::clone(game), split, Limits::default()).map(Arc::new).map_err(CliError::input)
}

/// The size of the game, likely mistakes, and a row for each strategy.
fn check(rules: &RulesFile) -> Result<String, CliError> {
    let game = Arc::new(read(rules)?);
    let (players, pieces, squares) = (game.players.len(), game.pieces.len(), game.board.squares());
    let mut text = format!(
        "{}: ok, {}, {}, {}\n",
        rules.path,
        plural(players as u64, "player"),
        plural(pieces as u64, "piece"),
        plural(squares as u64, "square")
    );
    let unused = unused_macros(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?;
    let warnings = unused.iter().map(|name| format!("the macro `{name}` is never used")).chain(lint(&game));
    warnings.for_each(|warning| text += &format!("warning: {warning}\n"));
    let mut table = Table::new("", "").column(Column::text("strategy"));
    table.columns.extend(["states", "dots", "split points", "postponed"].map(Column::number));
    table.columns.push(Column::text("execution"));
    // The same reason or outcome under several strategies is told once.
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut removed: BTreeMap<DotOutcome, Vec<String>> = BTreeMap::new();
    for split in Split::all() {
        let report = explained(&game, split, &Limits::default()).map_err(CliError::input)?.1;
        let program = program(&game, split)?;
        let states = program.automaton.nodes();
        let execution = match program.compile() {
            Ok(_) => "native code",
            Err(reason) => {
                reasons.entry(reason.to_string()).or_default().push(split.to_string());
                "interpreter"
            }
        };
        let dots = if split.is_orthodox() { [0; 3] } else { [report.written(), report.kept(), report.postponed()] };
        let mut row = vec![Cell::from(split.to_string()), Cell::Integer(states as i64)];
        row.extend(dots.map(|count| Cell::Integer(count as i64)));
        row.push(execution.into());
        table.rows.push(row);
        let mut counts: BTreeMap<DotOutcome, usize> = BTreeMap::new();
        report.dots.iter().for_each(|dot| *counts.entry(dot.outcome).or_default() += 1);
        counts.into_iter().for_each(|(outcome, count)| removed.entry(outcome).or_default().push(format!("{count} under {split}")));
    }
    text += &format!("\n{}", out::table(&table));
    for (outcome, counts) in removed {
        if let Some(meaning) = removal(outcome) {
            text += &format!("dots removed {meaning}: {}\n", counts.join(", "));
        }
    }
    for (reason, strategies) in reasons {
        text += &format!("the interpreter plays {}, because {reason}\n", strategies.join(", "));
    }
    Ok(text)
}

/// Why a dot was removed; `None` if it was not.
fn removal(outcome: DotOutcome) -> Option<&'static str> {
    match outcome {
        DotOutcome::Kept => None,
        DotOutcome::Keeper => Some("because only the keeper reaches them"),
        DotOutcome::Merged => Some("because they merged with another dot"),
        DotOutcome::Lost => Some("because they are legal nowhere"),
        DotOutcome::RightDetermined => Some("because they have only one continuation"),
        DotOutcome::LeftDetermined => Some("because they have only one predecessor"),
    }
}
