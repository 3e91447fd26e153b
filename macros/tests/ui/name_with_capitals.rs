#![allow(unused)]

extern crate treebench_games as treebench;

use treebench::{Game, GameInfo, NotationError, Params, Position, game};

/// A game.
#[derive(Params)]
struct Hex;

#[game("Hex")]
impl Game for Hex {
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
