//! Awari, the two-row sowing game of West Africa: sow anticlockwise, capture twos and threes, never starve the other player.

mod board;
mod playout;
mod position;
mod sowing;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Rules};

/// Awari: South (player 0) and North sow the seeds of one of their six pits anticlockwise, skipping the pit they came from; a last
/// seed that makes two or three in a pit of the other player captures these, and so on backwards. A move must leave the
/// other player a seed.
///
/// The default is `Awari.lud` of Ludii (v1.3.10): who has no legal move passes, the game ends when no pit holds more than one
/// seed, and two passes in a row are a draw whatever was captured. With `ending` = "oware" and `grand-slam` = "no-capture" it is
/// the `oware` of OpenSpiel (2.0.2), but for positions that occur again: there they end the game, here nothing does before
/// `max-moves`.
#[derive(Params, Clone, Debug)]
struct Awari {
    /// When the game ends and who has won.
    #[param(default = Ending::Ludii)]
    ending: Ending,
    /// What happens to a move that would capture everything the other player has.
    #[param(default = GrandSlam::Illegal)]
    grand_slam: GrandSlam,
    /// Moves by both players together, passes included, after which the game is a draw; the default is Ludii's limit of 1250 turns
    /// per player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

/// When the game ends and who has won.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Ending {
    /// When no pit holds more than one seed, the majority of captured seeds wins; after two passes in a row it is a draw.
    Ludii,
    /// When a player has captured 25 seeds; or when one has no legal move, after which each takes the seeds of the own row and the majority wins.
    Oware,
}

/// What happens to a move that would capture everything the other player has.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum GrandSlam {
    /// It may not be played.
    Illegal,
    /// It may be played, but captures nothing.
    NoCapture,
}

impl Awari {
    fn rules(&self) -> Rules {
        Rules { ending: self.ending, grand_slam: self.grand_slam, max_moves: self.max_moves }
    }
}

#[game("awari")]
impl Game for Awari {
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
