//! Chinese checkers (Stern-Halma, Ravensburger 1892): a race of two to six players across a star-shaped board.

mod board;
mod playout;
mod position;
mod reach;
mod star;
mod tables;
#[cfg(test)]
mod tests;
mod text;

use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Setup};
use star::Star;

/// Chinese checkers: a piece steps to a neighbouring hole or makes any number of jumps over single pieces of any colour; nothing is
/// captured. A player who cannot move passes. A player wins when the opposite point of the star is full and contains at least one piece
/// of the player. This is the usual rule against blocking: otherwise a single piece that never leaves home would prevent the win. It
/// does not matter who filled the last hole.
///
/// Players sit around the star clockwise, the first one in the north: 2 face each other, 3 take every other point, 4 leave out two
/// opposite points, and 6 fill the star, as in OpenSpiel 2.0's `chinese_checkers`, where, however, all pieces must arrive.
#[derive(Params, Clone, Debug)]
struct ChineseCheckers {
    /// Number of players: 2, 3, 4 or 6.
    #[param(default = 3, range = 2..=6)]
    players: usize,
    /// Number of rows in each point of the star: 4 is the usual board (121 holes, 10 pieces each), 3 has 73 holes with 6
    /// pieces each, 2 has 37 with 3, and 1 has 13 with a single one.
    #[param(default = 4, range = 1..=4)]
    size: u32,
    /// In which points of the star a piece may end its move; while jumping it may pass through all of them.
    #[param(default = Stops::Anywhere)]
    stops: Stops,
    /// Moves by all players together, including passes, after which the game is a draw. Random players almost never finish, so this ends
    /// their games. A finished game can be much shorter: two cooperating players need 30 moves (Bell, "The shortest game of Chinese
    /// Checkers", 2009).
    #[param(default = 1000, range = 1..=10_000, source = "OpenSpiel 2.0, `chinese_checkers`")]
    max_moves: u32,
}

/// In which points of the star a piece may end its move.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Stops {
    /// In all of them, including other players' points.
    Anywhere,
    /// Only in the player's own point and in the opposite one.
    OwnPoints,
}

#[game("chinese-checkers")]
impl Game for ChineseCheckers {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(self.players)
    }

    fn check(&self) -> Result<(), ParamError> {
        if self.players == 5 {
            return Err(ParamError::rule("players", "`players` must be 2, 3, 4 or 6, not 5: with five, one player has no player opposite"));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.setup()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.setup(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

impl ChineseCheckers {
    fn setup(&self) -> Setup {
        Setup::new(Star::of_size(self.size), self.players, self.stops, self.max_moves)
    }
}
