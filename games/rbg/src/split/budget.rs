//! What the analysis may cost.

use crate::limits::Limits;
use std::fmt;

/// Why a split could not be worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SplitError {
    /// The graph of the rules times the board is too large.
    TooLarge {
        /// How many places it would have.
        places: usize,
        /// [`Limits::places`](crate::Limits::places).
        limit: usize,
    },
    /// The check of the dots' legality takes too many steps.
    TooMuchWork {
        /// [`Limits::split_steps`](crate::Limits::split_steps).
        limit: u64,
    },
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitError::TooLarge { places, limit } => {
                write!(f, "rules times board have {places} places, more than the limit of {limit} for splits")
            }
            SplitError::TooMuchWork { limit } => write!(f, "computing the split points takes more than {limit} steps"),
        }
    }
}

impl std::error::Error for SplitError {}

/// How many steps the analysis may still take.
pub(super) struct Budget {
    left: u64,
    limit: u64,
}

impl Budget {
    /// A whole budget.
    pub(super) fn new(limits: &Limits) -> Self {
        Budget { left: limits.split_steps, limit: limits.split_steps }
    }

    /// Takes steps from it.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), SplitError> {
        self.left = self.left.checked_sub(steps).ok_or(SplitError::TooMuchWork { limit: self.limit })?;
        Ok(())
    }
}
