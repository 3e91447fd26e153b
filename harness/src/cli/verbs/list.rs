//! `bench list`: lists games, agents or experiments.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::catalogue::{CatalogueEntry, ExperimentFile, all_agents, all_games, experiments_folder, experiments_in};
use crate::cli::out::{self, Format};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Lists games, agents or experiments.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench list games
  bench list agents --long
  bench list experiments --folder .
  bench list agents --format json")]
pub(crate) struct Args {
    /// What to list.
    #[arg(value_enum)]
    what: Listing,
    /// Shows every parameter with its range, meaning and source.
    #[arg(long, short)]
    long: bool,
    /// The folder of experiment files [default: configs, or the current folder where there is no such folder].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The lists.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Listing {
    /// The games that are linked in.
    Games,
    /// The agents that are linked in.
    Agents,
    /// The experiment files of a folder.
    Experiments,
}

impl Verb for Args {
    const NAME: &'static str = "list";

    fn run(self) -> Result<ExitCode, CliError> {
        match self.what {
            Listing::Games => registered(&all_games(), &self),
            Listing::Agents => registered(&all_agents(), &self),
            Listing::Experiments => files(&self),
        }
    }
}

fn registered(entries: &[CatalogueEntry], args: &Args) -> Result<ExitCode, CliError> {
    match args.format {
        Format::Json => out::finish_json(&entries.iter().map(CatalogueEntry::json).collect()),
        Format::Text if args.long => out::finish_prose(&entries.iter().map(CatalogueEntry::long).collect::<Vec<_>>().join("\n")),
        Format::Text => {
            let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0) + 2;
            let mut text = String::new();
            for entry in entries {
                text += &format!("{:<width$}{}\n", entry.name, entry.first_sentence());
                if !entry.specs.is_empty() {
                    text += &format!("{:width$}{}\n", "", entry.defaults());
                }
                text += &format!("{:width$}{}\n", "", entry.origin);
            }
            out::finish_prose(&text)
        }
    }
}

fn files(args: &Args) -> Result<ExitCode, CliError> {
    let folder = experiments_folder(args.folder.as_deref());
    let files = experiments_in(&folder)?;
    match args.format {
        Format::Json => {
            let files = files.iter().map(|file| json!({ "name": file.name, "file": file.path, "question": file.question }));
            out::finish_json(&files.collect())
        }
        Format::Text if files.is_empty() => out::finish_prose(&format!(
            "no experiment in `{}`: `bench init experiment.toml` writes one, `bench init --list` shows what it may ask, and --folder names another folder\n",
            folder.display()
        )),
        Format::Text => {
            let width = files.iter().map(|file| file.path.as_os_str().len()).max().unwrap_or(0) + 2;
            let line = |file: &ExperimentFile| {
                format!("{:<width$}{}", file.path.display().to_string(), file.question).trim_end().to_owned() + "\n"
            };
            out::finish_prose(&files.iter().map(line).collect::<String>())
        }
    }
}
