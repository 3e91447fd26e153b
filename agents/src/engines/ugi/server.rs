//! A server of UGI, UCI and UAI.
//!
//! | commands | file |
//! |---|---|
//! | the handshake, options | `options` |
//! | `position`, `observation`, `query` | `state` |
//! | `go`, `stop`, and what they print | `searching` |
//!
//! A search runs in its own thread, so that `isready`, `stop` and `quit` are handled meanwhile. Any other command waits for its end, and stops an
//! infinite search.

mod options;
mod searching;
mod state;

use super::dialect::Dialect;
use crate::budget::Budget;
use crate::engines::failure::quoted;
use crate::engines::host::{Host, Setup};
use searching::Search;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Where lines go. A search prints from its own thread.
pub type Sink = Arc<dyn Fn(&str) + Send + Sync>;

/// An engine that speaks one of the three. It plays any seat.
pub struct UgiServer {
    dialect: Dialect,
    sink: Sink,
    version: String,
    /// The budget of every turn, which overrides `go`.
    budget: Option<Budget>,
    /// The iterations of a turn by option.
    iterations: Option<u64>,
    /// The lines that a search prints, by option.
    lines: usize,
    /// Whether castling is written with the square of the rook, by option.
    chess960: bool,
    /// The default budget of a turn.
    usual: Budget,
    /// The game and its agents; a search has them while it runs.
    host: Option<Host>,
    search: Option<Search>,
    /// The words after `position` that say where the game began, and the moves since; `None` if they could not be read.
    known: Option<(String, Vec<String>)>,
}

impl UgiServer {
    /// An engine for this game and agent. A turn costs `budget` if it is given, else what `go` says, else `usual`.
    ///
    /// # Errors
    /// If the agent cannot play the game, or the game is not for two in a language that is.
    pub fn new(
        dialect: Dialect,
        setup: Setup,
        budget: Option<Budget>,
        usual: Budget,
        version: impl Into<String>,
        sink: Sink,
    ) -> Result<UgiServer, String> {
        let name = setup.entry.name;
        let host = Host::new(setup)?;
        let info = host.game().info();
        if dialect != Dialect::Ugi && (info.players != 2 || info.chance) {
            return Err(format!("this protocol needs two players and no chance, unlike `{name}`; UGI supports any game"));
        }
        let known = Some((START.to_owned(), Vec::new()));
        Ok(UgiServer {
            dialect,
            sink,
            version: version.into(),
            budget,
            iterations: None,
            lines: 1,
            chess960: false,
            usual,
            host: Some(host),
            search: None,
            known,
        })
    }

    /// Carries out a line; `false` if it was the last one.
    pub fn line(&mut self, line: &str) -> bool {
        let text: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let Some((&first, rest)) = words.split_first() else { return true };
        match first {
            "isready" => self.say("readyok"),
            "stop" => self.stop(),
            "ponderhit" => {
                if let Some(search) = &mut self.search {
                    search.ponderhit();
                }
            }
            "quit" => {
                self.stop();
                return false;
            }
            _ => {
                self.finish();
                let done = catch_unwind(AssertUnwindSafe(|| self.command(first, rest)));
                let said = done.unwrap_or_else(|_| Err("internal error: this is a bug in treebench".to_owned()));
                if let Err(error) = said {
                    self.complain(&error);
                }
            }
        }
        true
    }

    /// A command that is carried out while nothing is searched.
    fn command(&mut self, first: &str, rest: &[&str]) -> Result<(), String> {
        let (hello, _, new_game) = self.dialect.words();
        match first {
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "observation" if self.dialect == Dialect::Ugi => self.check_observation(rest),
            "query" => self.answer(rest),
            "go" => self.go(rest),
            // A client that debugs, or says what it plays with, need not be answered.
            "debug" | "register" => Ok(()),
            _ if first == hello => self.introduce(),
            _ if first == new_game => self.begin(),
            _ => Err(format!("unknown command {}", quoted(first))),
        }
    }

    /// Waits for the end of a search, and ends one that has no end.
    pub fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            self.host = search.join(false);
        }
    }

    /// Ends a search now.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.host = search.join(true);
        }
    }

    fn say(&self, line: &str) {
        (self.sink)(line);
    }

    /// The protocols have no error messages; this sends `info string`.
    fn complain(&self, error: &str) {
        let plain: String = error.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string {plain}"));
    }

    fn host(&mut self) -> Result<&mut Host, String> {
        self.host.as_mut().ok_or_else(|| "the game was lost by an internal error: this is a bug in treebench".to_owned())
    }
}

/// The word for the position in which a game usually begins.
const START: &str = "startpos";
