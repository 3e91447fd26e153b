#![allow(unused)]

extern crate treebench_games as treebench;

use treebench::{Game, GameInfo, NotationError, Params, Position, game};

/// A game.
struct Hex<T>(T);

#[game("hex")]
impl<T> Game for Hex<T> {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        panic!("never started")
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Err(NotationError::new(notation))
    }
}

fn main() {}
