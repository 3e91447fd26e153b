//! `bench rg`: checks, lowers, formats and draws rules files in Regular Games.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::rules_file::RulesFile;
use crate::cli::out;
use crate::report::plural;
use std::process::ExitCode;
use std::sync::Arc;
use treebench_games::ORTHODOX;
use treebench_games::contract::check_hidden;
use treebench_games::rg::language::{Description, Limits, Symbol, description, fmt, graph, load};

/// Checks, lowers, formats and draws rules files in Regular Games.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench rg check my/game.hrg
  bench rg check my/game.hrg --format json | jq .problems
  bench rg lower my/game.hrg > my/game.rg
  bench rg fmt my/game.hrg --write
  bench rg fmt rg/tic-tac-toe                   (the text of a registered game)
  bench rg graph rg/tic-tac-toe | dot -Tsvg > tic-tac-toe.svg
  bench init skill.toml --template rules-hrg    (a first game, and an experiment with it)

FILE ends in .hrg or .rg, or is the name of a registered rules file. The guide to the language is docs/RULES.md, beside the tutorial.")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Reports errors, likely mistakes, and what a few random games come to.
    Check {
        /// The rules file.
        file: String,
        /// JSON has errors and likely mistakes with their places; columns count characters.
        #[arg(long, value_enum, default_value_t)]
        format: out::Format,
    },
    /// Prints the automaton of a rules file as .rg text.
    Lower {
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
    /// Draws the automaton of a rules file in Graphviz' DOT.
    Graph {
        /// The rules file.
        file: String,
    },
}

impl Verb for Args {
    const NAME: &'static str = "rg";

    fn run(self) -> Result<ExitCode, CliError> {
        match self.task {
            Task::Check { file, format: out::Format::Json } => open(&file, "check")?.finish_problems(),
            Task::Check { file, format: out::Format::Text } => {
                let rules = open(&file, "check")?;
                rules.finish_check(&check(&rules)?)
            }
            // Rules in the other language cannot be lowered.
            Task::Lower { file } => out::finish(&read(&open(&file, "check")?)?.to_string()),
            Task::Graph { file } => out::finish(&graph::dot(&read(&open(&file, "graph")?)?)),
            Task::Fmt { file, write } => {
                let rules = open(&file, "fmt")?;
                rules.lay_out(&fmt(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?, write)
            }
        }
    }
}

fn open(name: &str, task: &str) -> Result<RulesFile, CliError> {
    RulesFile::open(name, Args::NAME, task)
}

fn read(rules: &RulesFile) -> Result<Description, CliError> {
    description(rules.path, rules.text, &Limits::default()).map_err(CliError::input)
}

/// The size of the game, likely mistakes, and how it is executed.
fn check(rules: &RulesFile) -> Result<String, CliError> {
    let game = Arc::new(load(rules.path, rules.text, &Limits::default()).map_err(CliError::input)?);
    let (players, nodes, edges) = (game.players.len(), game.nodes.len(), game.edges.len());
    let tags: Vec<Symbol> = treebench_games::rg::language::Codes::new(&game).tags().to_vec();
    let mut text = format!(
        "{}: ok, {}, {}, {}, {}\n",
        rules.path,
        plural(players as u64, "player"),
        plural(nodes as u64, "node"),
        plural(edges as u64, "edge"),
        plural(tags.len() as u64, "tag")
    );
    if game.has_chance() {
        text += "chance acts; every path to an outcome is equally likely\n";
    }
    if game.hides() {
        text +=
            "players do not see every tag; their legal moves depend on nothing that they do not see, in the positions that were checked\n";
    }
    game.warnings.iter().for_each(|warning| text += &format!("warning: {warning}\n"));
    let built = rules.game()?;
    if game.hides() {
        check_hidden(built.as_ref(), 1).map_err(|error| CliError::input(format!("{}: {error}", rules.path)))?;
    }
    let whole = built.execution();
    text += &whole.as_ref().map_or(String::new(), |execution| format!("execution: {execution}\n"));
    for split in built.splits().iter().filter(|split| **split != ORTHODOX) {
        let other = built.view(split).ok().and_then(|view| view.execution()).filter(|other| Some(other) != whole.as_ref());
        text += &other.map_or(String::new(), |other| format!("execution under `split = \"{split}\"`: {other}\n"));
    }
    Ok(text)
}
