//! The steps of a conversation with an engine, common to all protocols.

use super::failure::Failure;
use super::process::{Deadline, Process};
use crate::agent::{Evaluation, Verdict};
use crate::budget::{Budget, PlayerClock};
use std::sync::Arc;
use treebench_games::{Game, Move, Player, Position};

/// The identity that an engine reports.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name; empty if not reported.
    pub name: String,
    /// Its version; empty if not reported.
    pub version: String,
}

impl std::fmt::Display for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = if self.name.is_empty() { "no name" } else { &self.name };
        if self.version.is_empty() { f.write_str(name) } else { write!(f, "{name} {}", self.version) }
    }
}

/// A request for a turn.
pub struct TurnRequest<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// Whose turn it is.
    pub player: Player,
    /// The budget.
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

/// An engine's reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A legal whole move.
    Move(Vec<Move>),
    /// It resigns.
    Resigns,
}

/// An answer with its reported cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAnswer {
    /// The answer.
    pub reply: Reply,
    /// The request, for the record.
    pub asked: String,
    /// Reported iterations; 0 if unknown.
    pub iterations: u64,
    /// Reported positions; 0 if unknown.
    pub states: u64,
    /// Its evaluation of the move.
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

    /// The engine's list of legal moves of a position, sorted; `None` if it cannot give one.
    ///
    /// # Errors
    /// As all methods.
    fn legal_moves(&mut self, process: &mut Process, deadline: &Deadline, position: &dyn Position) -> Result<Option<Vec<String>>, Failure>;

    /// Sends nonsense. A good engine reports it or ignores it, and continues.
    ///
    /// # Errors
    /// As all methods.
    fn provoke(&mut self, process: &mut Process, deadline: &Deadline) -> Result<(), Failure>;

    /// The line that asks the engine to end.
    fn farewell(&self) -> &'static str {
        "quit"
    }
}
