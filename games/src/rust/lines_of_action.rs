//! Lines of action (Claude Soucie, 1969) on the usual board. The board is in [`super::loa`].

use super::loa::{Board, DoubleConnection, Rules};
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Lines of action on 8×8: Black (x, player 0) and White (o) move a stone along a line exactly as many squares as there are stones on that
/// line. It may jump over the player's own stones but not over enemy ones, and captures an enemy on its target. The player whose stones
/// form one group wins.
///
/// Rules as in Ludii's `Lines of Action.lud` (v1.3.4): there is no rule against repetition, a player without a legal move passes, and when
/// neither player can move the game is a draw. OpenSpiel's `lines_of_action` (2.0.2) has the same moves, but there the mover wins if both
/// players are connected, a repeated board is a draw, and a player who cannot move loses.
#[derive(Params, Clone, Debug)]
struct LinesOfAction {
    /// The result of a move that leaves both players with one group each.
    #[param(default = DoubleConnection::Draw, source = "Ludii's default option")]
    both_connected: DoubleConnection,
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

impl LinesOfAction {
    fn rules(&self) -> Rules {
        Rules { both_connected: self.both_connected, max_moves: self.max_moves }
    }
}

#[game("lines-of-action")]
impl Game for LinesOfAction {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::<8>::start(self.rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::<8>::parse(self.rules(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
