//! Skirmish (from the GDL game collections): chess without check, won by the larger number of pieces.

use super::chess::attacks::Attacks;
use super::chess::{Board, CHESS_BOARD, CHESS_START, Castling, Ending, Kind, Rules, Verdict};
use crate::game::Exchange;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use std::cmp::Ordering;

/// Skirmish: set up and played as chess, but the king is a piece like any other: it may be captured, and castling ignores attacks. When
/// the player to move has no move, or after `max-moves`, the player with more pieces wins.
///
/// Rules as in Ludii's `Skirmish (GDL).lud`, v1.3.5, except for the count of moves: there the choice of the promoted piece counts as a
/// move of its own; here a promotion is one move.
#[derive(Params, Clone, Copy, Debug)]
struct Skirmish {
    /// Moves by both players together after which the pieces are counted.
    #[param(default = 100, range = 1..=10_000)]
    max_moves: u32,
}

#[game("skirmish")]
impl Game for Skirmish {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(*self))
    }

    fn exchange(&self) -> Exchange {
        Exchange::Pgn { variant: "Skirmish".to_owned(), fen: true }
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(*self, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

impl Skirmish {
    /// The player with more pieces.
    fn majority(board: &Board<Self>) -> Verdict {
        let [white, black] = [0, 1].map(|player| board.side(player).count_ones());
        match white.cmp(&black) {
            Ordering::Greater => Verdict::Win(0),
            Ordering::Equal => Verdict::Draw,
            Ordering::Less => Verdict::Win(1),
        }
    }
}

impl Rules for Skirmish {
    type History = ();
    const ATTACKS: &'static Attacks = &CHESS_BOARD;
    const START: &'static str = CHESS_START;
    const KINDS: &'static [Kind] = &Kind::ALL;
    const PROMOTIONS: &'static [Kind] = &[Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];
    const DOUBLE_STEP: bool = true;
    const CASTLING: Castling = Castling::Free;
    const ROYAL: bool = false;
    const KINGLESS: bool = true;
    const VALUES: [i32; 6] = [1; 6];
}

impl Ending for Skirmish {
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict> {
        (board.plies() >= self.max_moves).then(|| Skirmish::majority(board))
    }

    fn stuck(&self, board: &Board<Self>) -> Option<Verdict> {
        Some(Skirmish::majority(board))
    }

    /// The number of remaining moves decides who can still win pieces.
    fn counter(&self, board: &Board<Self>) -> u32 {
        board.plies()
    }
}
