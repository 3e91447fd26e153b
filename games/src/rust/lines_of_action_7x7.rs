//! Lines of action on the smaller board of the GPN paper. The board is in [`super::loa`].

use super::loa::{Board, DoubleConnection, Rules};
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Lines of action on 7×7 with ten stones each. The rules are those of `lines-of-action`; the start is that of the large board without
/// the fourth row and column. The papers that use this board do not print the start, so this is an assumption.
#[derive(Params, Clone, Debug)]
struct LinesOfAction7x7 {
    /// The result of a move that leaves both players with one group each.
    #[param(default = DoubleConnection::Draw, source = "Ludii's default option on 8×8")]
    both_connected: DoubleConnection,
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

impl LinesOfAction7x7 {
    fn rules(&self) -> Rules {
        Rules { both_connected: self.both_connected, max_moves: self.max_moves }
    }
}

#[game("lines-of-action-7x7")]
impl Game for LinesOfAction7x7 {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::<7>::start(self.rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::<7>::parse(self.rules(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
