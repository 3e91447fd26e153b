//! Backgammon without the doubling cube: a race of fifteen men a side with two dice.

mod board;
mod plays;
mod position;
mod text;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::Board;

/// Backgammon without the doubling cube. Chance rolls two dice before every move; a move is the whole use of them, written as in
/// "24/18,13/11*", and two ways to the same position are one move. As many dice as possible must be used, and the higher one if only
/// one can be. The first roll shows two different dice and belongs to player 0, who would have won it.
#[derive(Params, Clone, Debug)]
struct Backgammon {
    /// What the winner gets.
    #[param(default = Stake::Win)]
    stake: Stake,
}

/// What the winner gets.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Stake {
    /// 1, and the loser 0.
    Win,
    /// A point of the loser's, two for a gammon (the loser has borne off nobody), three for a backgammon (and has a man on the bar
    /// or in the winner's home).
    Points,
}

#[game("backgammon")]
impl Game for Backgammon {
    fn info(&self) -> GameInfo {
        match self.stake {
            Stake::Win => GameInfo { chance: true, ..GameInfo::win_draw_loss(2) },
            Stake::Points => GameInfo { players: 2, scores: (-3.0, 3.0), chance: true, total: Some(0.0) },
        }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.stake == Stake::Points))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.stake == Stake::Points, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}
