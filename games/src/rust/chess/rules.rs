//! The rules of a game with chess pieces.

use super::History;
use super::attacks::Attacks;
use crate::Player;
use std::fmt::Debug;

/// How the pieces of a game move. The constants are known when the move generator is compiled; the value holds the parameters of the game.
pub(crate) trait Rules: Copy + Debug + Send + 'static {
    /// The record of earlier positions; `()` if repetition has no effect.
    type History: History;
    /// The tables for the size of the board.
    const ATTACKS: &'static Attacks;
    /// The starting position as FEN.
    const START: &'static str;
    /// The kinds of pieces used.
    const KINDS: &'static [Kind];
    /// The kinds a pawn may promote to on the last row; if empty, it stays a pawn there.
    const PROMOTIONS: &'static [Kind];
    /// Whether pawns may step twice from their row, and be captured en passant.
    const DOUBLE_STEP: bool;
    /// Whether and when castling is allowed; only on 8×8.
    const CASTLING: Castling;
    /// Whether a move that leaves the own king attacked is illegal.
    const ROYAL: bool;
    /// Whether a player may have no king.
    const KINGLESS: bool;
    /// The value of each kind of piece in a static estimate.
    const VALUES: [i32; 6];
}

/// The tables for the board of chess.
pub(crate) static CHESS_BOARD: Attacks = Attacks::new(8, 8);

/// The starting position of chess.
pub(crate) const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// This player wins.
    Win(Player),
    /// A draw.
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
    /// All kinds; the index of each is its number.
    pub(crate) const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The letter of a black piece; White's are upper case.
    pub(crate) fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}

/// Whether and when castling is allowed, if neither king nor rook has moved and the squares between them are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// Never.
    Never,
    /// As in chess: not out of, through or into an attack.
    Guarded,
    /// Regardless of attacks.
    Free,
    /// As in chess, with king and rook from any squares of the first row.
    Fischer,
}
