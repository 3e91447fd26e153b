//! Connect three for three players: a small game in which two players can stop the third, so that solving it takes max-n instead of
//! minimax. The board is in [`super::falling_discs`].

use super::falling_discs::{Board, Shape};
use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Connect three for three players: X, O and Z (players 0, 1 and 2) drop discs into columns in turn. The first line of three scores 1
/// and the other players 0; on a full board everyone scores 1/3.
#[derive(Params, Clone, Debug)]
struct ConnectThree {
    /// Number of columns.
    #[param(default = 5, range = 3..=9)]
    columns: u32,
    /// Number of rows; columns × (rows + 1) may not exceed 64.
    #[param(default = 4, range = 3..=12)]
    rows: u32,
    /// Number of discs in a winning line; at most the longer side of the board.
    #[param(default = 3, range = 3..=6)]
    line: u32,
}

impl ConnectThree {
    fn shape(&self) -> Shape {
        Shape { columns: self.columns, rows: self.rows, line: self.line }
    }
}

#[game("connect-three")]
impl Game for ConnectThree {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(3)
    }

    fn check(&self) -> Result<(), ParamError> {
        self.shape().check()
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::<3>::start(self.shape()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::<3>::parse(self.shape(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
