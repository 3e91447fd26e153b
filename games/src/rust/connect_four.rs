//! Connect four: discs fall in columns, and four in a line win. The board is in [`super::falling_discs`].

use super::falling_discs::{Board, Shape};
use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Connect four: X (player 0) and O drop discs into columns in turn; a line of four wins, and a full board is a draw.
#[derive(Params, Clone, Debug)]
struct ConnectFour {
    /// Number of columns.
    #[param(default = 7, range = 3..=9, source = "Allis 1988, section 1.2")]
    columns: u32,
    /// Number of rows; columns × (rows + 1) may not exceed 64.
    #[param(default = 6, range = 3..=12, source = "Allis 1988, section 1.2")]
    rows: u32,
    /// Number of discs in a winning line; at most the longer side of the board.
    #[param(default = 4, range = 3..=6, source = "Allis 1988, section 1.2")]
    line: u32,
}

impl ConnectFour {
    fn shape(&self) -> Shape {
        Shape { columns: self.columns, rows: self.rows, line: self.line }
    }
}

#[game("connect-four")]
impl Game for ConnectFour {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        self.shape().check()
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::<2>::start(self.shape()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::<2>::parse(self.shape(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
