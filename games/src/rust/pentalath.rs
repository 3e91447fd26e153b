//! Pentalath (Cameron Browne's program Ludi, 2007, there called Ndengrod): five in a row on hexagonal cells, with captures as in Go.
//!
//! Rules as in Ludii's `Pentalath.lud`, v1.3.10. Ludii's draw after two consecutive passes cannot occur: for every empty cell, either the
//! owner of a neighbouring group with another liberty or the enemy of a neighbouring group without one may play there.

mod board;
mod playout;
mod position;
mod shape;

use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;
use shape::Shape;

/// Pentalath: X (player 0) and O place stones on empty cells. Enemy groups without an empty neighbour are captured; after that, the
/// stone's own group must have one. Five or more in a line win, after captures. Repetition is allowed. A player passes only if no
/// stone can be placed.
#[derive(Params, Clone, Debug)]
struct Pentalath {
    /// The outline of the board.
    #[param(default = Outline::HalfHex)]
    board: Outline,
    /// Cells along a side: 3 to 8 on the half and 3 to 6 on the whole hexagon. 0 means the usual size: 7 on the half (70 cells), 5 on the
    /// whole (61).
    #[param(default = 0, range = 0..=8)]
    side: u32,
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500u32, range = 1..=1_000_000)]
    max_moves: u32,
}

/// The outline of the board.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Outline {
    /// The upper half of a hexagon, with its middle row.
    HalfHex,
    /// A whole hexagon.
    Hexagon,
}

impl Pentalath {
    fn shape(&self) -> Shape {
        let side = match (self.side, self.board) {
            (0, Outline::HalfHex) => 7,
            (0, Outline::Hexagon) => 5,
            (side, _) => side,
        };
        Shape::new(side, if self.board == Outline::HalfHex { side } else { 2 * side - 1 })
    }
}

#[game("pentalath")]
impl Game for Pentalath {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        let (outline, most) = match self.board {
            Outline::HalfHex => ("half-hex", 8),
            Outline::Hexagon => ("hexagon", 6),
        };
        if self.side != 0 && !(3..=most).contains(&self.side) {
            return Err(ParamError::rule(
                "side",
                format!("`side` of a {outline} must be 3 to {most}, or 0 for the usual, not {}", self.side),
            ));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::empty(self.shape(), self.max_moves))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.shape(), self.max_moves, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
