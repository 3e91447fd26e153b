//! Surakarta (from Java): stones step to neighbouring points and capture by running along loops around the corners of the board.

mod board;
mod loops;
mod playout;
mod position;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Rules};

/// Surakarta on 6×6: Black (x, player 0) and White (o) step to an empty neighbouring point, or capture by running along a loop around
/// the corners: the first stone on the way is captured if it is an enemy and at least one corner arc was passed. The player who
/// captures everything wins.
///
/// Rules as in Ludii's `Surakarta.lud` (v1.3.7) with two differences. In Ludii, after 100 moves without a capture, the players may agree to
/// end the game and count the stones; a refusal resets the count. Here the stones are always counted after `quiet-limit` moves without a
/// capture; set it to `max-moves` (2500) for players who never agree. In Ludii, a capture that can be made in two ways is two moves; here
/// it is one.
#[derive(Params, Clone, Debug)]
struct Surakarta {
    /// Moves by both players together without a capture after which the player with more stones wins; equal numbers are a draw. With 2500,
    /// the value of `max-moves`, stones are never counted: the other reading of Ludii's rule.
    #[param(default = 100, range = 1..=1_000_000)]
    quiet_limit: u32,
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

impl Surakarta {
    fn rules(&self) -> Rules {
        Rules { quiet_limit: self.quiet_limit, max_moves: self.max_moves }
    }
}

#[game("surakarta")]
impl Game for Surakarta {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.rules(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
