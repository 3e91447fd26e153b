//! Phantom tic-tac-toe (as in Lanctot et al., "OpenSpiel: a framework for reinforcement learning in games", 2019, section 2).

use super::phantom::{Board, info, parse, start};
use crate::{Game, GameInfo, NotationError, Params, Player, Position, game};

/// Tic-tac-toe in which players see only their own stones. Who tries a cell that is taken learns that, and tries again; the other one notices each try, but not
/// where.
#[derive(Params, Clone, Debug)]
struct PhantomTicTacToe;

/// The lines of the board, cells as bits.
const LINES: [u32; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board for PhantomTicTacToe {
    const NAME: &'static str = "phantom-tic-tac-toe";

    fn size(&self) -> (u8, u8) {
        (3, 3)
    }

    fn wins(&self, _: Player, stones: u32) -> bool {
        LINES.iter().any(|line| stones & line == *line)
    }
}

#[game("phantom-tic-tac-toe")]
impl Game for PhantomTicTacToe {
    fn info(&self) -> GameInfo {
        info()
    }

    fn start(&self) -> Box<dyn Position> {
        start(self.clone())
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        parse(self.clone(), notation)
    }
}
