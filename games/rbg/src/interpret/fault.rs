//! What stops play: rules that take more steps than they may.

use crate::expr::Span;
use crate::program::Program;
use std::error::Error;
use std::fmt;

/// A limit was hit in the midst of a move. The state at hand is then not a state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which limit.
    pub limit: Limit,
    /// Where the modifier stands in the source that was tried last, if it is known.
    pub span: Option<Span>,
}

/// The limits of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::steps_per_move`](crate::Limits::steps_per_move).
    StepsPerMove,
    /// [`Limits::steps_tried`](crate::Limits::steps_tried).
    StepsTried,
}

impl Fault {
    /// A fault at the step with this number.
    pub(super) fn at(program: &Program, limit: Limit, number: Option<u32>) -> Self {
        Fault { limit, span: number.and_then(|number| program.span(number)) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.limit {
            Limit::StepsPerMove => "a move has too many steps",
            Limit::StepsTried => "the search for a move takes too many steps",
        })?;
        match self.span {
            Some(span) => write!(f, " (at byte {} of the rules)", span.start),
            None => Ok(()),
        }
    }
}

impl Error for Fault {}
