//! `bench completions`: prints a completion script for a shell.

use super::Verb;
use crate::cli::out;
use crate::cli::{CliError, command};
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use std::process::ExitCode;

/// Prints a completion script for a shell.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench completions bash > ~/.local/share/bash-completion/completions/bench
  bench completions zsh > ~/.zfunc/_bench
  bench completions fish > ~/.config/fish/completions/bench.fish

The scripts complete the names of the games and agents of this `bench`.")]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Verb for Args {
    const NAME: &'static str = "completions";

    fn run(self) -> Result<ExitCode, CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut with_names(command()), "bench", &mut script);
        out::finish(&String::from_utf8_lossy(&script))
    }
}

/// Adds the names of games and agents. They are not used for parsing, because the registries give better error messages.
fn with_names(command: Command) -> Command {
    let games: Vec<&str> = treebench_games::games().iter().map(|entry| entry.name).collect();
    let agents: Vec<&str> = treebench_agents::agents().iter().map(|entry| entry.name).collect();
    let both: Vec<&str> = games.iter().chain(&agents).copied().collect();
    command.mut_subcommands(|verb| {
        let is_show = verb.get_name() == "show";
        verb.mut_args(|arg| match arg.get_id().as_str() {
            "game" => arg.value_parser(PossibleValuesParser::new(games.clone())),
            "agent" => arg.value_parser(PossibleValuesParser::new(agents.clone())),
            "name" if is_show => arg.value_parser(PossibleValuesParser::new(both.clone())),
            _ => arg,
        })
    })
}
