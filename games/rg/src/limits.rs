//! Limits on descriptions, so that a hostile one ends in an error and never in a hang or exhausted memory.

/// Limits with sensible defaults; every one can be overridden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of source text.
    pub source_bytes: usize,
    /// How deep expressions, statements and calls of graphs may nest.
    pub depth: usize,
    /// Distinct values and tags.
    pub symbols: usize,
    /// Entries of all constants and variables together.
    pub entries: usize,
    /// Steps of evaluating functions.
    pub evaluations: usize,
    /// Edges of the automaton.
    pub edges: usize,
    /// Limits of play.
    pub play: PlayLimits,
}

/// Limits of play, in each search for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayLimits {
    /// Edges walked.
    pub steps: u64,
    /// Tags of a move.
    pub tags: usize,
    /// Moves of a state, with repetitions.
    pub moves: usize,
    /// Consecutive moves of the keeper, or of chance in random play.
    pub keeper_moves: usize,
    /// How deep tests of reachability may nest.
    pub nested_tests: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            source_bytes: 1 << 20,
            depth: 200,
            symbols: 60_000,
            entries: 1 << 22,
            evaluations: 1 << 25,
            edges: 1 << 19,
            play: PlayLimits::default(),
        }
    }
}

impl Default for PlayLimits {
    fn default() -> Self {
        PlayLimits { steps: 1 << 27, tags: 1 << 12, moves: 1 << 20, keeper_moves: 10_000, nested_tests: 50 }
    }
}
