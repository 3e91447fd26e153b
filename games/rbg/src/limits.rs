//! Limits on descriptions, so that a hostile one ends in an error and never in a hang or exhausted memory.

/// Limits with sensible defaults; every one can be overridden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of source text.
    pub source_bytes: usize,
    /// Tokens after the expansion of macros.
    pub tokens: usize,
    /// How deep expressions and expansions may nest.
    pub depth: usize,
    /// Squares of a board.
    pub squares: usize,
    /// Kinds of pieces, at most 255.
    pub pieces: usize,
    /// Nodes of the automaton.
    pub nodes: usize,
    /// Nodes times squares of the graph on which split points are computed.
    pub places: usize,
    /// Steps of the search for illegal split points.
    pub split_steps: u64,
    /// Steps (modifiers) of one whole move, or of one phase of the keeper.
    pub steps_per_move: usize,
    /// Moves of one position that are listed.
    pub moves: usize,
    /// Moves of one position that native code counts to draw one of them; the interpreter lists them.
    pub drawn: usize,
    /// Semimoves of one playout that are recorded.
    pub noted: usize,
    /// Steps tried in the search for one whole move, for the keeper's phase, or for the list of all moves of a position.
    pub steps_tried: u64,
    /// Semimoves that random play takes for one move before it starts the move over (rule 5). Moves that take so many are rare.
    pub restart_after: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            source_bytes: 1 << 20,
            tokens: 1 << 20,
            depth: 200,
            squares: 4096,
            pieces: 255,
            nodes: 1 << 20,
            places: 1 << 24,
            split_steps: 1_000_000_000,
            steps_per_move: 10_000,
            moves: 1 << 20,
            drawn: 1 << 24,
            noted: 1 << 24,
            steps_tried: 20_000_000,
            restart_after: 10_000,
        }
    }
}
