//! The agent trait.

use crate::budget::Meter;
use std::fmt;
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Move, Player, Position, Rng};

/// A player of games. One value plays one seat of one game at a time; [`start`](Agent::start) begins the next.
pub trait Agent: Send {
    /// Starts a new game: forgets everything. All randomness of this game comes from `rng`.
    fn start(&mut self, seat: Player, rng: Rng);

    /// Chooses a whole move in a nodal position in which it is this agent's turn, and appends its semimoves to `submove` (given empty).
    ///
    /// Searches until [`Meter::another`] returns `false`, and reports to the meter what was spent: the records take their figures from it.
    ///
    /// # Errors
    /// If the agent cannot move; the game ends with an agent error, never with a draw.
    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError>;

    /// The wrapped agent, if this is a wrapper: it answers everything that the wrapper does not.
    fn inner(&self) -> Option<&dyn Agent> {
        None
    }

    /// The wrapped agent, mutable.
    fn inner_mut(&mut self) -> Option<&mut dyn Agent> {
        None
    }

    /// Called after every whole move, by any player or chance, with the position `before` it; for tree re-use.
    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        if let Some(inner) = self.inner_mut() {
            inner.observe(before, submove);
        }
    }

    /// The current size of the agent's tree or tables in bytes; 0 if none or unknown. Cheap, because it is called after every turn.
    fn memory(&self) -> u64 {
        self.inner().map_or(0, |inner| inner.memory())
    }

    /// The result of the last search.
    fn report(&self) -> SearchReport {
        self.inner().map_or_else(SearchReport::default, |inner| inner.report())
    }

    /// The agent's own evaluation of its last move; the value of a built-in search is in its [report](Self::report).
    fn evaluation(&self) -> Option<Evaluation> {
        self.inner().and_then(|inner| inner.evaluation())
    }

    /// Whether a short search before the first timed turn helps it: see [`warm_up`](crate::warm_up()).
    fn warms_up(&self) -> bool {
        self.inner().is_none_or(|inner| inner.warms_up())
    }

    /// Called once when a game is over by its rules, with its last position. Returns the result as seen by an agent that keeps its own score, such as
    /// an engine; only the referee decides.
    fn verdict(&mut self, position: &dyn Position) -> Option<Verdict> {
        self.inner_mut()?.verdict(position)
    }

    /// Remarks to store with this game: for an engine, its requests and reports. Empty if none.
    fn remarks(&self) -> String {
        self.inner().map_or_else(String::new, |inner| inner.remarks())
    }
}

/// An agent's parameters: the type that `#[agent("name")]` registers. It builds the agents.
pub trait Recipe: Send + Sync {
    /// Builds an agent for this game.
    ///
    /// # Errors
    /// If the parameters contradict each other.
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError>;

    /// Checks that the parameters are consistent with each other and with this game. An experiment checks every agent and game before anything is
    /// played.
    ///
    /// # Errors
    /// If they are not: which and why, as from [`agent`](Self::agent).
    fn check(&self, _game: &Arc<dyn Game>) -> Result<(), ParamError> {
        Ok(())
    }

    /// Checks that agents of this recipe can play such a game; other cells are left out of the plan.
    ///
    /// # Errors
    /// The reason, as a phrase: "plays two-player games only".
    fn supports(&self, _game: &GameInfo) -> Result<(), String> {
        Ok(())
    }

    /// Whether its agents get the true position in games of hidden information, as a reference; every output says so. All others get positions drawn
    /// from what their player knows.
    fn cheats(&self) -> bool {
        false
    }
}

/// Why an agent made no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentError {
    /// The kind of failure.
    pub fault: Fault,
    /// What happened, as a phrase that follows the agent's name.
    pub message: String,
}

/// The kinds of failures of an agent. Built-in agents fail only by [`CannotMove`](Fault::CannotMove); the others are those of
/// [engines](crate::engines) and of agents in other languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The agent says that it cannot move.
    CannotMove,
    /// The program cannot be started, or ends or is silent before it has introduced itself.
    DoesNotStart,
    /// The program ended during the game.
    Crash,
    /// No answer, not even a late one; the program was killed.
    Hang,
    /// The answer came after the limit.
    Late,
    /// The answer is no legal move.
    IllegalMove,
    /// The program violated its protocol, or refused a valid command.
    Protocol,
    /// No failure: the agent resigns.
    Resigns,
}

impl Fault {
    /// The word in records.
    pub const fn word(self) -> &'static str {
        match self {
            Fault::CannotMove => "cannot-move",
            Fault::DoesNotStart => "does-not-start",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Late => "late",
            Fault::IllegalMove => "illegal-move",
            Fault::Protocol => "protocol",
            Fault::Resigns => "resigns",
        }
    }
}

impl AgentError {
    /// An agent that cannot move, and why.
    pub fn new(message: impl Into<String>) -> AgentError {
        AgentError { fault: Fault::CannotMove, message: message.into() }
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AgentError {}

/// An agent's view of the result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Its words, such as `B+3.5`.
    pub says: String,
    /// The result that they name, if any.
    pub outcome: Option<Outcome>,
}

/// The result of a game, without margins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player has won.
    Won(Player),
    /// Nobody has won alone.
    Drawn,
}

/// The value of a move for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// How much.
    pub score: Score,
    /// The search depth in plies, if reported.
    pub depth: Option<u32>,
}

/// A score as engines give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The player mates in this many moves of its own, or is mated if the number is not above zero.
    Mate(i32),
}

impl Score {
    /// The score of a mean result on [0, 1].
    pub fn of_mean(mean: f64) -> Score {
        Score::Centipawns(centipawns(mean) as i32)
    }

    /// Hundredths of a pawn; a mate is worth more than any other score.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(1 - MATE, MATE - 1),
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        }
    }
}

/// The centipawns of a mate.
const MATE: i32 = 1_000_000;
/// The centipawns of a mean result of 1.
const MOST_CENTIPAWNS: f64 = 10_000.0;

/// A mean result on [0, 1] as centipawns: 400 of them are odds of ten to one, as differences of Elo ratings are.
pub(crate) fn centipawns(mean: f64) -> i64 {
    let odds = mean / (1.0 - mean);
    let value = 400.0 * libm::log10(odds);
    if value.is_nan() { 0 } else { value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS).round() as i64 }
}

/// The result of a search, for display and debugging. Its cost is in the [`Meter`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// Nodes in the tree; 0 if there is no tree.
    pub nodes: u64,
    /// Bytes that these nodes and their moves take.
    pub bytes: u64,
    /// The proven facts about the root.
    pub known: Proof,
    /// The submoves at the root, best first.
    pub root: Vec<RootMove>,
    /// The principal variation: the whole moves that the search expects, outcomes of chance included, in notation. Empty if the search
    /// cannot tell.
    pub line: Vec<String>,
}

/// The proven facts about a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proof {
    /// Bounds on the score of the player to move at the root, on the scale [0, 1]; `None` if the search keeps no bounds.
    pub bounds: Option<(f64, f64)>,
    /// The proof numbers of the search's goals, `u32::MAX` for infinite: in GPN-MCTS one for every player's win, in proof-number
    /// search those of proof and disproof. Empty if the search keeps none.
    pub proof_numbers: Vec<u32>,
}

/// The statistics of one submove at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove {
    /// Its semimoves.
    pub submove: Vec<Move>,
    /// Its notation, if the semimoves belong to another view than that of the position searched.
    pub written: Option<String>,
    /// Iterations that went through it.
    pub visits: u64,
    /// Mean result for the player to move, on the scale [0, 1].
    pub mean: f64,
    /// The proven facts about the position after it.
    pub known: Proof,
}

impl RootMove {
    /// A move of one semimove before any visit.
    pub(crate) fn unvisited(m: Move) -> RootMove {
        RootMove { submove: vec![m], written: None, visits: 0, mean: 0.5, known: Proof::default() }
    }
}
