//! EinStein würfelt nicht (Ingo Althöfer, 2004): a race on 5×5 in which a die selects the stone that moves.

mod board;
mod position;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;

/// EinStein würfelt nicht: Red (player 0) races six numbered stones from the upper left to the lower right corner, Blue the other
/// way. A die is rolled before every move and selects the stone; if that stone is gone, the next higher or the next lower one moves.
/// Any stone on the target square is removed, even one's own. The first player to reach the far corner or to remove all enemy stones
/// wins.
#[derive(Params, Clone, Debug)]
struct Einstein {
    /// The arrangement of the stones at the start.
    #[param(default = Layout::Fixed, source = "Althöfer 2004, rule 2 (there each player chooses)")]
    layout: Layout,
}

/// The arrangement of the stones at the start.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Layout {
    /// Stone 1 in the corner, 2 and 3 on the next diagonal, 4 to 6 on the third; Blue's stones mirror this by half a turn.
    Fixed,
    /// One of the 720 arrangements for each player, drawn by chance before the first roll.
    Random,
}

#[game("einstein")]
impl Game for Einstein {
    fn info(&self) -> GameInfo {
        GameInfo { chance: true, ..GameInfo::win_draw_loss(2) }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(match self.layout {
            Layout::Fixed => Board::with_layouts([0, 0]),
            Layout::Random => Board::empty(),
        })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
