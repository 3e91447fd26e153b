//! `bench play`: plays a game against an agent in the terminal.

mod session;

use self::session::Session;
use super::Verb;
use crate::cli::args::game_args::GameArgs;
use crate::cli::args::turn::BudgetArgs;
use crate::cli::{CliError, out};
use std::io::BufRead;
use std::process::ExitCode;
use treebench_games::{Player, Turn, notation};

/// Plays a game against an agent in the terminal.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench play tic-tac-toe
  bench play breakthrough --agent uct --iterations 20000 --seat 1
  bench play connect-four --agent uct -p exploration=0.7 --time 2s
  printf 'b2\\nmoves\\nquit\\n' | bench play tic-tac-toe --agent random

Moves are typed in the game's notation; `help` lists the other commands. The agent plays all other seats, and chance is drawn.
A parameter goes to the game or the agent, whichever has it; if both do, write `game.key=…` or `agent.key=…`.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The opponent (`bench list agents` shows the agents).
    #[arg(long, default_value = "uct")]
    agent: String,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Your seat, from 0; player 0 usually moves first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seat: Player,
    /// Shows everything in games of hidden information: otherwise what your seat knows, and the rest at the end.
    #[arg(long)]
    open: bool,
    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

const HELP: &str = "  a move in the game's notation plays it
  moves   lists the legal moves
  undo    takes your last move and the answers to it back; not where information is hidden
  help    shows this
  quit    ends the game (so does the end of the input)
";

impl Verb for Args {
    const NAME: &'static str = "play";

    fn run(self) -> Result<ExitCode, CliError> {
        let (opened, named) = self.game.open_with(&self.agent)?;
        let players = opened.game.info().players;
        if self.seat >= players {
            return Err(CliError::input(format!("no seat {}: this game has seats 0 to {}", self.seat, players - 1)));
        }
        let mut session = Session::new(opened, named, (self.seat, self.open), self.budget.budget(), self.seed)?;
        let mut input = std::io::stdin().lock();
        out::print(&(session.legend() + &session.draw()))?;
        loop {
            match session.turn() {
                Turn::Over => return out::finish(&session.result()),
                Turn::Player(player) if player == self.seat => match ask(&mut session, &mut input)? {
                    Next::Continue => {}
                    Next::Quit => return out::finish("you left the game\n"),
                },
                _ => {
                    let text = session.step()?;
                    out::print(&format!("{text}\n{}", session.draw()))?;
                }
            }
        }
    }
}

/// The next step of a session.
enum Next {
    Continue,
    Quit,
}

/// Reads and executes one line of input.
fn ask(session: &mut Session, input: &mut impl BufRead) -> Result<Next, CliError> {
    if session.is_stuck() {
        session.give_up();
        return Ok(Next::Continue);
    }
    out::print("> ")?;
    let mut line = String::new();
    let read = input.read_line(&mut line).map_err(|error| CliError::input(format!("cannot read standard input: {error}")))?;
    match line.trim() {
        "" if read == 0 => {
            out::print("\n")?;
            return Ok(Next::Quit);
        }
        "" => {}
        "quit" => return Ok(Next::Quit),
        "help" => out::print(HELP)?,
        "moves" => out::print(&format!("  {}\n", session.move_names().join("  ")))?,
        "undo" if session.known().is_some() => {
            out::print("undo is refused where information is hidden, since you would keep what you have seen; --open allows it\n")?;
        }
        "undo" => match session.undo()? {
            true => out::print(&session.draw())?,
            false => out::print("nothing to undo\n")?,
        },
        text => match notation::find_move(session.position(), text) {
            Ok(submove) => {
                session.play(submove);
                out::print(&session.draw())?;
            }
            // The error names the position.
            Err(_) if session.known().is_some() => out::print(&format!("`{text}` is not a legal move\n  `moves` lists the legal moves\n"))?,
            Err(error) => out::print(&format!("{error}\n  `moves` lists the legal moves, `help` the other commands\n"))?,
        },
    }
    Ok(Next::Continue)
}
