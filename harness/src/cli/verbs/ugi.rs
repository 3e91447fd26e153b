//! `bench ugi`, `bench uci` and `bench uai`: engines for clients of the Universal Game, Chess or Ataxx Interface.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::serving::{Flow, ServingArgs, each_line, send};
use crate::cli::args::turn::DEFAULT_BUDGET;
use std::process::ExitCode;
use std::sync::Arc;
use treebench_agents::engines::ugi::{Dialect, UgiServer};

/// Plays as an engine of the Universal Game Interface: any game, with any number of players.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench ugi --game breakthrough --agent uct
  bench ugi --game chinese-checkers -p players=3 --agent mcts --iterations 5000
  printf 'position startpos moves b2\\ngo iterations 2000\\n' | bench ugi --game tic-tac-toe --agent uct

`--iterations`, `--states` or `--time` set the budget of a turn. Without them `go` does, by `iterations N`, `nodes N` (nodal states), `movetime`,
or the clock, of which a thirtieth is spent (or an equal share, given `movestogo`). The search prints one `info` line, at its end.
The same seed gives the same games under counted budgets: seat s draws from stream 1 + s of it, as in `bench play`.")]
pub(crate) struct Args {
    /// The game (`bench list games` shows them), or a rules file that ends in `.rbg`, `.hrg` or `.rg`.
    #[arg(long)]
    game: String,
    #[command(flatten)]
    serving: ServingArgs,
}

/// Plays as an engine of the Universal Chess Interface.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench uci --agent uct
  bench uci --game skirmish --agent alpha-beta
  printf 'uci\\nposition startpos moves e2e4\\ngo nodes 20000\\n' | bench uci --agent mcts

Moves are squares, as in e7e8q. Positions are read in FEN, by chess and its relatives but rbg/skirmish. A draw by repetition or by 100 half-moves
without progress must be claimed: asked for a move there, the engine gives one.
See `bench ugi --help` for budgets and seeds.")]
pub(crate) struct UciArgs {
    /// The game: chess by its standard rules, or a relative of it for two players.
    #[arg(long, default_value = "chess")]
    game: String,
    #[command(flatten)]
    serving: ServingArgs,
}

/// Plays as an engine of the Universal Ataxx Interface.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench uai --agent uct --time 0.5s
  bench uai --game ataxx --agent mcts -p agent.exploration=0.3

See `bench ugi --help` for budgets and seeds.")]
pub(crate) struct UaiArgs {
    /// The game.
    #[arg(long, default_value = "ataxx")]
    game: String,
    #[command(flatten)]
    serving: ServingArgs,
}

impl Verb for Args {
    const NAME: &'static str = "ugi";

    fn run(self) -> Result<ExitCode, CliError> {
        serve(Dialect::Ugi, &self.game, &self.serving)
    }
}

impl Verb for UciArgs {
    const NAME: &'static str = "uci";

    fn run(self) -> Result<ExitCode, CliError> {
        serve(Dialect::Uci, &self.game, &self.serving)
    }
}

impl Verb for UaiArgs {
    const NAME: &'static str = "uai";

    fn run(self) -> Result<ExitCode, CliError> {
        serve(Dialect::Uai, &self.game, &self.serving)
    }
}

/// Serves as an engine until `quit` or the end of the input.
fn serve(dialect: Dialect, game: &str, serving: &ServingArgs) -> Result<ExitCode, CliError> {
    // A client that has gone closes the input, too.
    let sink = Arc::new(|line: &str| drop(send(&format!("{line}\n"))));
    let mut server = UgiServer::new(dialect, serving.setup(game)?, serving.budget(), DEFAULT_BUDGET, env!("CARGO_PKG_VERSION"), sink)
        .map_err(CliError::input)?;
    each_line(|line| Ok(if server.line(line) { Flow::Continue } else { Flow::End }))?;
    server.finish();
    Ok(ExitCode::SUCCESS)
}
