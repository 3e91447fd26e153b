//! Backgammon without the doubling cube: a race of fifteen men a side with two dice.

mod board;
mod plays;
mod position;
mod text;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;

/// Backgammon without the doubling cube. Chance rolls two dice before every move. A move is the play of the whole roll, written as
/// "24/18,13/11*"; two plays that reach the same position are one move. As many dice as possible must be played, and the higher one if only
/// one can be. The opening roll shows two different dice and belongs to player 0.
#[derive(Params, Clone, Debug)]
struct Backgammon {
    /// The score of a won game.
    #[param(default = Stake::Win)]
    stake: Stake,
}

/// The score of a won game.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Stake {
    /// 1 for the winner, 0 for the loser.
    Win,
    /// One point, two for a gammon (the loser has borne off no man), three for a backgammon (and has a man on the bar or in the winner's
    /// home board); the loser's score is the negative.
    Points,
}

#[game("backgammon")]
impl Game for Backgammon {
    fn info(&self) -> GameInfo {
        match self.stake {
            Stake::Win => GameInfo { chance: true, ..GameInfo::win_draw_loss(2) },
            Stake::Points => GameInfo { players: 2, scores: (-3.0, 3.0), graded: true, chance: true, hidden: false, total: Some(0.0) },
        }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.stake == Stake::Points))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.stake == Stake::Points, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
