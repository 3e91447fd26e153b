//! Shared parts of the verbs that serve as an engine: the agent, and lines in and out.

use crate::cli::CliError;
use crate::cli::args::game_args::GameArgs;
use crate::cli::args::turn::BudgetArgs;
use std::io::{ErrorKind, Write};
use treebench_agents::Budget;
use treebench_agents::engines::host::Setup;
use treebench_agents::engines::lines::{LONGEST, Line, LineReader};

/// The agent that plays, and what it may spend.
#[derive(clap::Args, Debug)]
pub(crate) struct ServingArgs {
    /// The agent (`bench list agents` shows them).
    #[arg(long, default_value = "uct")]
    agent: String,
    /// A parameter of game or agent, for example `-p size=6`; can be repeated.
    #[arg(short = 'p', long = "param", value_name = "KEY=VALUE")]
    params: Vec<String>,
    /// The split strategy of the agent [default: orthodox].
    #[arg(long, value_name = "STRATEGY")]
    split: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Whether a session continues.
pub(crate) enum Flow {
    /// The next line.
    Continue,
    /// Nothing more is read.
    End,
}

impl ServingArgs {
    /// The game and the agent.
    pub(crate) fn setup(&self, game: &str) -> Result<Setup, CliError> {
        let args = GameArgs { game: game.to_owned(), params: self.params.clone(), split: self.split.clone(), position: None };
        let (opened, named) = args.open_with(&self.agent)?;
        Ok(Setup {
            entry: opened.entry,
            values: opened.values,
            split: opened.game.split().to_owned(),
            recipe: named.recipe,
            agent: named.name.to_owned(),
            agent_values: named.values,
            seed: self.seed,
        })
    }

    /// The given budget, which overrides the protocol's.
    pub(crate) fn budget(&self) -> Option<Budget> {
        self.budget.given()
    }
}

/// Reads lines from standard input until its end, or until one ends the session.
///
/// # Errors
/// If standard input cannot be read, or a line is longer than any message.
pub(crate) fn each_line(mut take: impl FnMut(&str) -> Result<Flow, CliError>) -> Result<(), CliError> {
    let mut lines = LineReader::new(std::io::stdin().lock());
    loop {
        match lines.next_line().map_err(|error| CliError::input(format!("cannot read standard input: {error}")))? {
            Line::Text(line) => {
                if let Flow::End = take(&line)? {
                    return Ok(());
                }
            }
            Line::End { rest } => return take(&rest).map(drop),
            Line::TooLong => return Err(CliError::input(format!("a line on standard input is longer than {LONGEST} bytes"))),
        }
    }
}

/// Sends text immediately. A closed connection ends the session and is not an error.
pub(crate) fn send(text: &str) -> Result<Flow, CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(Flow::Continue),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Flow::End),
        Err(error) => Err(CliError::input(format!("cannot write to standard output: {error}"))),
    }
}
