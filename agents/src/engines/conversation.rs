//! What all protocols have in common: the steps of a conversation with an engine.

use super::failure::Failure;
use super::gtp::GtpConversation;
use super::process::{Deadline, Process};
use super::settings::Protocol;
use super::ugi::{Dialect, UgiConversation};
use crate::agent::{Evaluation, Verdict};
use crate::budget::{Budget, PlayerClock};
use std::sync::Arc;
use treebench_games::{Game, Move, Player, Position};

/// Who an engine says that it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name; empty if it does not say.
    pub name: String,
    /// Its version; empty if it does not say.
    pub version: String,
}

impl std::fmt::Display for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = if self.name.is_empty() { "no name" } else { &self.name };
        if self.version.is_empty() { f.write_str(name) } else { write!(f, "{name} {}", self.version) }
    }
}

/// A turn as an engine is asked for it.
pub struct TurnRequest<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// Whose turn it is.
    pub player: Player,
    /// What may be spent.
    pub budget: Budget,
    /// The clocks of all players, if the one to move has one.
    pub clocks: Vec<Option<PlayerClock>>,
}

impl TurnRequest<'_> {
    /// The clock of the player to move.
    pub fn clock(&self) -> Option<PlayerClock> {
        self.clocks.get(self.player).copied().flatten()
    }
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A legal whole move.
    Move(Vec<Move>),
    /// It gives the game up.
    Resigns,
}

/// An answer with what is known of its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAnswer {
    /// The answer.
    pub reply: Reply,
    /// What the engine was asked, for the record.
    pub asked: String,
    /// Iterations that it reports; 0 if it does not say.
    pub iterations: u64,
    /// Positions that it reports; 0 if it does not say.
    pub states: u64,
    /// What it says that its move is worth.
    pub evaluation: Option<Evaluation>,
}

/// A conversation with an engine about one game after another. All methods fail if the engine does.
pub trait Conversation: Send {
    /// Introduces both sides and sets options.
    ///
    /// # Errors
    /// As all methods.
    fn greet(&mut self, process: &mut Process, deadline: &Deadline) -> Result<Identity, Failure>;

    /// Begins a game in this position.
    ///
    /// # Errors
    /// As all methods, and if the engine cannot play this game.
    fn begin(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        game: &Arc<dyn Game>,
        start: &dyn Position,
        seed: u32,
    ) -> Result<(), Failure>;

    /// Tells of a whole move; `own` if the engine itself chose it.
    ///
    /// # Errors
    /// As all methods.
    fn played(
        &mut self,
        process: &mut Process,
        deadline: &Deadline,
        before: &dyn Position,
        submove: &[Move],
        own: bool,
    ) -> Result<(), Failure>;

    /// Asks for a whole move.
    ///
    /// # Errors
    /// As all methods.
    fn choose(&mut self, process: &mut Process, deadline: &Deadline, asked: &TurnRequest<'_>) -> Result<EngineAnswer, Failure>;

    /// Asks for the result of a game that is over.
    fn verdict(&mut self, _process: &mut Process, _deadline: &Deadline) -> Option<Verdict> {
        None
    }

    /// The legal moves of a position, as the engine sees it, sorted; `None` if it cannot tell.
    ///
    /// # Errors
    /// As all methods.
    fn legal_moves(&mut self, process: &mut Process, deadline: &Deadline, position: &dyn Position) -> Result<Option<Vec<String>>, Failure>;

    /// Sends what makes no sense. A good engine says so, or nothing, and plays on.
    ///
    /// # Errors
    /// As all methods.
    fn provoke(&mut self, process: &mut Process, deadline: &Deadline) -> Result<(), Failure>;

    /// The line that asks the engine to end.
    fn farewell(&self) -> &'static str {
        "quit"
    }
}

impl dyn Conversation {
    /// A conversation in this language, with an engine that is set to these options.
    pub fn new(protocol: Protocol, options: Vec<(String, String)>) -> Box<dyn Conversation> {
        match protocol {
            Protocol::Gtp => Box::new(GtpConversation::new(options)),
            Protocol::Ugi => Box::new(UgiConversation::new(Dialect::Ugi, options)),
            Protocol::Uci => Box::new(UgiConversation::new(Dialect::Uci, options)),
            Protocol::Uai => Box::new(UgiConversation::new(Dialect::Uai, options)),
        }
    }
}
