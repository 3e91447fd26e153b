//! The words of a trace, which random play writes to the list: codes of single steps, or the steps of candidates, and
//! the player at the end of each whole move.

use crate::automaton::Step;
use crate::board::Square;

/// Marks the end of a whole move; the low bits are the player.
pub(crate) const END: u64 = 1 << 63;

/// One word of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraceWord {
    /// A semimove's code, or a [step](step_of).
    Semimove(u64),
    /// The end of a whole move of this player.
    End(u16),
}

impl From<u64> for TraceWord {
    fn from(word: u64) -> Self {
        if word & END == 0 { TraceWord::Semimove(word) } else { TraceWord::End(word as u16) }
    }
}

/// A step of a candidate.
pub(crate) fn step_of(word: u64) -> Step {
    Step { number: (word >> 16) as u32, square: word as Square }
}
