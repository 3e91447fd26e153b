//! Los Alamos chess (Paul Stein and Mark Wells, 1956): chess without bishops on 6×6.

use super::chess::attacks::Attacks;
use super::chess::{Board, Castling, Ending, Kind, Rules, Verdict};
use crate::game::Exchange;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Los Alamos chess: chess on 6×6 without bishops, double steps and castling; pawns promote to queens, knights or rooks. Mate wins;
/// stalemate and a long time without progress are draws; there is no draw by repetition.
///
/// Rules as in Ludii's `Los Alamos Chess.lud`, v1.3.7. Ludii detects stalemate one ply later, after a pass of the player without moves,
/// and treats a promotion as two plies; here stalemate ends the game at once, and a promotion is one move.
#[derive(Params, Clone, Copy, Debug)]
struct LosAlamosChess {
    /// Plies without a capture or a pawn move after which the game is a draw, unless the last of them mates.
    #[param(default = 100, range = 1..=10_000)]
    draw_after: u32,
}

#[game("los-alamos-chess")]
impl Game for LosAlamosChess {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(*self))
    }

    fn exchange(&self) -> Exchange {
        Exchange::Pgn { variant: "Los Alamos".to_owned(), fen: true }
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(*self, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

static ATTACKS: Attacks = Attacks::new(6, 6);

impl Rules for LosAlamosChess {
    type History = ();
    const ATTACKS: &'static Attacks = &ATTACKS;
    const START: &'static str = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
    const KINDS: &'static [Kind] = &[Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen, Kind::King];
    const PROMOTIONS: &'static [Kind] = &[Kind::Queen, Kind::Knight, Kind::Rook];
    const DOUBLE_STEP: bool = false;
    const CASTLING: Castling = Castling::Never;
    const ROYAL: bool = true;
    const KINGLESS: bool = false;
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
}

impl Ending for LosAlamosChess {
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict> {
        (board.quiet_plies() >= self.draw_after && board.can_move()).then_some(Verdict::Draw)
    }

    fn stuck(&self, board: &Board<Self>) -> Option<Verdict> {
        let mover = board.mover();
        Some(if board.in_check(mover) { Verdict::Win(1 - mover) } else { Verdict::Draw })
    }
}
