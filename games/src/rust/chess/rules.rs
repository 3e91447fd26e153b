//! What a game with chess pieces must say about itself.

use super::Board;
use super::attacks::Attacks;
use crate::Player;
use std::fmt::Debug;

/// A game with chess pieces: its constants are known when its move generator is compiled, its value holds the parameters.
pub(crate) trait Rules: Copy + Debug + Send + 'static {
    /// The tables for the size of the board.
    const ATTACKS: &'static Attacks;
    /// The start as FEN.
    const START: &'static str;
    /// The kinds of pieces that occur.
    const KINDS: &'static [Kind];
    /// What a pawn may become on the last row; if nothing, it stays a pawn there.
    const PROMOTIONS: &'static [Kind];
    /// Whether pawns may go two squares from their row, and be captured in passing.
    const DOUBLE_STEP: bool;
    /// Whether and when a king may castle; only on 8×8.
    const CASTLING: Castling;
    /// Whether a move may not leave the own king attacked.
    const ROYAL: bool;
    /// Whether a position may be without a player's king.
    const KINGLESS: bool;
    /// What a piece of each kind is worth to a static estimate.
    const VALUES: [i32; 6];

    /// The result, if the position tells it whatever moves there are. Asked after every move.
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict>;

    /// The result when the player to move has no legal move; without one the player must pass. Asked after `verdict`.
    fn stuck(&self, board: &Board<Self>) -> Option<Verdict>;

    /// A counter that can decide more than a draw, which makes two positions different.
    fn counter(&self, _board: &Board<Self>) -> u32 {
        0
    }
}

/// The tables for the board of chess.
pub(crate) static CHESS_BOARD: Attacks = Attacks::new(8, 8);

/// The start of chess.
pub(crate) const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// This player wins.
    Win(Player),
    /// Nobody wins.
    Draw,
}

/// The kinds of pieces, in the order of the letters `pnbrqk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All of them; the place of each is its number.
    pub(crate) const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The letter of a black piece; those of White are capital.
    pub(crate) fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}

/// Whether and when a king may castle, if neither it nor the rook has moved and the squares between them are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// Never.
    Never,
    /// As in chess: not out of, through, or into an attack.
    Guarded,
    /// Whatever is attacked.
    Free,
}
