//! Minishogi (Shigenobu Kusumoto, about 1970): shogi on 5×5, in which captured pieces can be dropped by the captor.

mod board;
mod legal;
mod pieces;
mod position;
mod repetition;
mod sfen;

use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;
use repetition::GameHistory;

/// Minishogi: Sente (player 0) and Gote move as in shogi and drop the pieces they have captured. A player without a legal move loses.
///
/// Rules as in Ludii's `Minishogi.lud`, v1.3.13. Pieces may promote when a move starts or ends in the farthest row; pawns must. A pawn
/// may not be dropped in that row, on a file with an unpromoted pawn of the same player, or to give immediate mate. Nothing prevents
/// repetition except the limit on moves, unless `repetitions` is set. Two things differ from Ludii: the choice to promote is part of the move (a separate move
/// there), and mate means that there is no legal move (Ludii's test overlooks replies that drop a pawn with check).
///
/// Positions are written in SFEN, whose last number counts moves from 1; moves are written as in USI: `5d5c`, `2e2a+`, `P*3c`.
#[derive(Params, Clone, Debug)]
struct Minishogi {
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500u32, range = 1..=1_000_000)]
    max_moves: u32,
    /// Occurrences of a position by which Sente, who begins, has lost, or who gave check with every move since the first of them; 4 by the rules of
    /// minishogi, 0 for never.
    #[param(default = 0u32, range = 0..=1_000, added)]
    repetitions: u32,
}

impl Minishogi {
    fn position(&self, board: Board) -> Box<dyn Position> {
        if self.repetitions == 0 { Box::new(board) } else { Box::new(GameHistory::new(board, self.repetitions)) }
    }
}

#[game("minishogi")]
impl Game for Minishogi {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        let message = "`repetitions` must be 0 or at least 2: every position occurs once";
        if self.repetitions == 1 { Err(ParamError::rule("repetitions", message)) } else { Ok(()) }
    }

    fn start(&self) -> Box<dyn Position> {
        self.position(Board::start(self.max_moves))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        if self.repetitions > 0 {
            return GameHistory::parse(notation, self.max_moves, self.repetitions).map(|here| -> Box<dyn Position> { Box::new(here) });
        }
        Board::parse(notation, self.max_moves).map(|board| self.position(board))
    }
}
