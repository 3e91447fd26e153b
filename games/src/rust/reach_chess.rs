//! Reach chess: chess in which the first piece on the far row wins.

use super::chess::attacks::Attacks;
use super::chess::{Board, CHESS_BOARD, CHESS_START, Castling, Ending, Kind, Rules, Verdict};
use crate::game::Exchange;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Reach chess: set up and played as chess, but the first player with any piece on the far row, be it a pawn or the king, wins. Mate does
/// not end the game: a player without a legal move passes. A king that remains attacked may then be captured, after which its owner can
/// ignore checks.
///
/// Rules as in Ludii's `Reach Chess.lud`, v1.3.9. When neither player can move, the game is a draw at once; Ludii has both pass first.
/// Pawns are never promoted, because reaching the far row wins.
#[derive(Params, Clone, Copy, Debug)]
struct ReachChess {
    /// Moves by both players together, after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

#[game("reach-chess")]
impl Game for ReachChess {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(*self))
    }

    fn exchange(&self) -> Exchange {
        Exchange::Pgn { variant: "Reach Chess".to_owned(), fen: true }
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let board = Board::parse(*self, notation)?;
        if (0..2).all(|player| ReachChess::has_arrived(&board, player)) {
            return Err(NotationError::new(format!("both players have won in `{notation}`, expected at most one winner")));
        }
        Ok(Box::new(board))
    }
}

impl ReachChess {
    /// Whether a player has a piece on the far row.
    fn has_arrived(board: &Board<Self>, player: usize) -> bool {
        board.side(player) & CHESS_BOARD.row([7, 0][player & 1]) != 0
    }
}

impl Rules for ReachChess {
    type History = ();
    const ATTACKS: &'static Attacks = &CHESS_BOARD;
    const START: &'static str = CHESS_START;
    const KINDS: &'static [Kind] = &Kind::ALL;
    const PROMOTIONS: &'static [Kind] = &[];
    const DOUBLE_STEP: bool = true;
    const CASTLING: Castling = Castling::Guarded;
    const ROYAL: bool = true;
    const KINGLESS: bool = true;
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
}

impl Ending for ReachChess {
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict> {
        let winner = (0..2).find(|&player| ReachChess::has_arrived(board, player));
        match winner {
            Some(player) => Some(Verdict::Win(player)),
            None => (board.plies() >= self.max_moves).then_some(Verdict::Draw),
        }
    }

    fn stuck(&self, board: &Board<Self>) -> Option<Verdict> {
        (!board.other_can_move()).then_some(Verdict::Draw)
    }
}
