//! Limits of play, so that hostile rules end in a fault and never in a hang or exhausted memory.

/// Limits with sensible defaults; each can be overridden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps of one whole move, or of one phase of the keeper.
    pub steps_per_move: usize,
    /// Moves of one position that are listed.
    pub moves: usize,
    /// Moves of one position that native code counts to draw one of them; interpreters list them.
    pub drawn: usize,
    /// Semimoves of one playout that are recorded.
    pub noted: usize,
    /// Steps tried in the search for one whole move, for the keeper's phase, or for the list of all moves of a position.
    pub steps_tried: u64,
    /// Semimoves that random play takes for one move before it starts the move over (rule 5). Such long moves are rare.
    pub restart_after: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps_per_move: 10_000, moves: 1 << 20, drawn: 1 << 24, noted: 1 << 24, steps_tried: 20_000_000, restart_after: 10_000 }
    }
}
