//! Minishogi (Shigenobu Kusumoto, about 1970): shogi on 5×5, where captured pieces come back on the captor's side.

mod board;
mod legal;
mod pieces;
mod position;
mod sfen;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;

/// Minishogi: Sente (player 0) and Gote move as in shogi and drop what they have captured; who has no legal move has lost.
///
/// Rules as Ludii's `Minishogi.lud`, v1.3.13. Pieces may promote when a move starts or ends in the farthest row;
/// pawns must. A pawn may not be dropped in that row, on a file with an unpromoted pawn of the same player, or to give mate at
/// once. There is no rule against repetition but the limit on moves. Two things differ from that file: the choice to
/// promote is part of the move (Ludii makes it a move of its own), and a mate is a position without legal moves (Ludii's
/// test for mate forgets replies that drop a pawn with check).
///
/// Positions are written in SFEN, whose last number counts the moves from 1, and moves as USI writes them: `5d5c`, `2e2a+`, `P*3c`.
#[derive(Params, Clone, Debug)]
struct Minishogi {
    /// Moves by both players together, after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500u32, range = 1..=1_000_000)]
    max_moves: u32,
}

#[game("minishogi")]
impl Game for Minishogi {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.max_moves))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(notation, self.max_moves).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
