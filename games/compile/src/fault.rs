//! Faults: rules that exceed the limits of play.

use crate::limits::Limits;
use std::error::Error;
use std::fmt;

/// A limit was exceeded in the middle of a move. The current state is then not a state of the game.
///
/// Small enough for a result that may be a fault to be returned in a register, as when playing a semimove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The limit.
    pub limit: Limit,
    start: u32,
}

/// An unknown place.
const NOWHERE: u32 = u32::MAX;

/// The limits of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::steps_per_move`](crate::Limits::steps_per_move).
    StepsPerMove,
    /// [`Limits::steps_tried`](crate::Limits::steps_tried).
    StepsTried,
    /// [`Limits::moves`](crate::Limits::moves).
    Moves,
    /// [`Limits::drawn`](crate::Limits::drawn).
    Drawn,
    /// [`Limits::noted`](crate::Limits::noted).
    Noted,
    /// The memory in which compiled code searches the moves of a position: 256 MiB for the steps that lead to them, 256 MiB for the last
    /// ones.
    Memory,
}

impl Fault {
    /// A fault at the byte of the source at which the last modifier tried begins, if it is known.
    pub fn new(limit: Limit, start: Option<u32>) -> Self {
        Fault { limit, start: start.unwrap_or(NOWHERE) }
    }

    /// A fault at an unknown step.
    pub fn at_unknown_step(limit: Limit) -> Self {
        Fault::new(limit, None)
    }

    /// The cause, with the value of the limit.
    pub fn describe(&self, limits: &Limits) -> String {
        let what = match self.limit {
            Limit::StepsPerMove => format!("a move has more than {} steps", limits.steps_per_move),
            Limit::StepsTried => format!("the search for a move takes more than {} steps", limits.steps_tried),
            Limit::Moves => format!("a position has more than {} moves", limits.moves),
            Limit::Drawn => format!("a move is to be drawn from more than {} moves", limits.drawn),
            Limit::Noted => format!("a playout has more than {} semimoves", limits.noted),
            Limit::Memory => "the search for the moves of a position needs more than 256 MiB".to_owned(),
        };
        what + &self.start().map_or(String::new(), |start| format!(" (at byte {start} of the rules)"))
    }

    /// The byte of the source at which the last modifier tried begins, if it is known.
    pub fn start(&self) -> Option<u32> {
        (self.start != NOWHERE).then_some(self.start)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.limit {
            Limit::StepsPerMove => "a move has too many steps",
            Limit::StepsTried => "the search for a move takes too many steps",
            Limit::Moves => "a position has too many moves",
            Limit::Drawn => "a move is to be drawn from too many moves",
            Limit::Noted => "a playout has too many semimoves",
            Limit::Memory => "the search for the moves of a position needs more than 256 MiB",
        })?;
        match self.start() {
            Some(start) => write!(f, " (at byte {start} of the rules)"),
            None => Ok(()),
        }
    }
}

impl Error for Fault {}
