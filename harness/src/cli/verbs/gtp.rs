//! `bench gtp`: an engine for clients of the Go Text Protocol.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::serving::{Flow, ServingArgs, each_line, send};
use crate::cli::args::turn::DEFAULT_BUDGET;
use std::process::ExitCode;
use treebench_agents::engines::gtp::GtpServer;

/// Plays as an engine of GTP, version 2: go in any GUI for it, and any game for two by GoGui's rules commands.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench gtp --agent uct --time 2s
  bench gtp --game go -p size=13 --agent mcts -p agent.exploration=0.3
  bench gtp --game reversi --agent uct --iterations 20000
  printf 'boardsize 5\\ngenmove b\\nshowboard\\nquit\\n' | bench gtp --agent uct --iterations 500

Black is player 0. `--iterations`, `--states` or `--time` set the budget of a turn. Without them, the clock does: a thirtieth of the remaining time
(or an equal share, if the number of moves is known), and never all of it; without a clock, 1000 iterations.
The same seed gives the same games under counted budgets: seat s draws from stream 1 + s of it, as in `bench play`.")]
pub(crate) struct Args {
    /// The game (`bench list games` shows them), or a rules file that ends in `.rbg`, `.hrg` or `.rg`.
    #[arg(long, default_value = "go")]
    game: String,
    #[command(flatten)]
    serving: ServingArgs,
}

impl Verb for Args {
    const NAME: &'static str = "gtp";

    fn run(self) -> Result<ExitCode, CliError> {
        let setup = self.serving.setup(&self.game)?;
        let mut server =
            GtpServer::new(setup, self.serving.budget(), DEFAULT_BUDGET, env!("CARGO_PKG_VERSION")).map_err(CliError::input)?;
        each_line(|line| match server.line(line) {
            None => Ok(Flow::Continue),
            Some(answer) => Ok(if server.has_ended() { send(&answer).map(|_| Flow::End)? } else { send(&answer)? }),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
