//! The results of playouts.

/// The number of candidates drawn before the legal moves are listed (rule 4 of [play](crate::program)).
pub const TRIES: u32 = 16;

/// The statistics of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayoutCount {
    /// Whole moves of the players, without those of chance, including the completion of a move that the playout began inside.
    pub moves: u32,
    /// Semimoves taken, those of chance and those taken back.
    pub semimoves: u64,
    /// Whether it reached the end of the game.
    pub over: bool,
    /// Whether it began inside a move that cannot be completed; the state is then unchanged.
    pub dead: bool,
}

/// The events of a traced playout, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutEvent {
    /// The code of a semimove.
    Semimove(u64),
    /// A whole move of this player ends, or of chance.
    End(u16),
}
