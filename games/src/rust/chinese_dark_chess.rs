//! Chinese dark chess (banqi): the pieces of Chinese chess lie face down and shuffled; turning one over is a move.

mod board;
mod moves;
mod pieces;
mod playout;
mod position;
mod sides;
mod text;
mod unseen;

use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Rules};
use pieces::PieceSet;

/// Chinese dark chess: a move turns a face-down piece over (chance decides which it is), steps to a neighbouring empty square, or captures
/// a neighbour of equal or lower rank: king (K), guard (G), minister (M), rook (R), knight (N), cannon (C), pawn (P). A pawn can capture a
/// king, but a king cannot capture a pawn. A cannon captures any face-up enemy by jumping over exactly one piece in a line, and nothing
/// next to it. The colour of the first piece turned over is that of player 0. A player who cannot move, or has lost all pieces, loses.
///
/// The board has four columns. The standard game has eight rows (Chen, Shen and Hsu 2010); smaller boards are used in studies.
#[derive(Params, Clone, Debug)]
struct ChineseDarkChess {
    /// Rows of four squares.
    #[param(default = 8, range = 1..=8)]
    rows: u8,
    /// The pieces of each side, two for every row, such as "KGCP". If empty: the standard sixteen on eight rows, KGMRNCPP on four, KGMRCP
    /// on three, KGCP on two and KP on one (the sets for smaller boards are this project's choice; the literature uses many).
    #[param(default = "")]
    pieces: String,
    /// Moves by both players together without a capture or a reveal after which the game is a draw.
    #[param(default = 40u16, range = 1..=10_000, source = "tournament rule; 640 in the playouts of the tree-reductions paper")]
    draw_after: u16,
    /// The number of occurrences of a position, with the same player to move, that makes the game a draw; 0 for never.
    #[param(default = 0, range = 0..=100)]
    repetitions: u8,
}

impl ChineseDarkChess {
    fn rules(&self) -> Result<Rules, ParamError> {
        let wrong = |what: String| ParamError::rule("pieces", what);
        let text = match (self.pieces.as_str(), self.rows) {
            ("", 8) => "KGGMMRRNNCCPPPPP",
            ("", 4) => "KGMRNCPP",
            ("", 3) => "KGMRCP",
            ("", 2) => "KGCP",
            ("", 1) => "KP",
            ("", rows) => return Err(wrong(format!("a board of {rows} rows has no standard `pieces`; set them"))),
            (text, _) => text,
        };
        let set = PieceSet::parse(text).map_err(wrong)?;
        let expected = 2 * usize::from(self.rows);
        if set.len() != expected {
            let message = format!("`pieces` = \"{text}\" are {}, but {} rows take {expected} pieces a side", set.len(), self.rows);
            return Err(wrong(message));
        }
        Ok(Rules { rows: self.rows, set, draw_after: self.draw_after, repetitions: self.repetitions })
    }

    /// The rules; the parameters have passed [`Game::check`].
    fn checked_rules(&self) -> Rules {
        self.rules().expect("the parameters were checked before")
    }
}

#[game("chinese-dark-chess")]
impl Game for ChineseDarkChess {
    fn info(&self) -> GameInfo {
        GameInfo { chance: true, ..GameInfo::win_draw_loss(2) }
    }

    fn check(&self) -> Result<(), ParamError> {
        self.rules().map(drop)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.checked_rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.checked_rules(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
