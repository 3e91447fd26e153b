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
    /// Limits of play.
    pub play: treebench_compile::Limits,
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
            play: treebench_compile::Limits::default(),
        }
    }
}
