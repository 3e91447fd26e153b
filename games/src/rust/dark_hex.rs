//! Dark hex, also known as phantom or Kriegspiel hex.

use super::phantom::{Board, info, parse, start};
use crate::{Game, GameInfo, NotationError, Params, Player, Position, game};

/// Hex in which players see only their own stones. Who tries a cell that is taken learns that, and tries again; the other one notices
/// each try, but not where. The first player connects the top with the
/// bottom, the second left with right.
#[derive(Params, Clone, Debug)]
struct DarkHex {
    /// Columns of the board.
    #[param(default = 3, range = 2..=5)]
    columns: u8,
    /// Rows of the board.
    #[param(default = 3, range = 2..=5)]
    rows: u8,
}

impl Board for DarkHex {
    const NAME: &'static str = "dark-hex";

    fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    fn wins(&self, player: Player, stones: u32) -> bool {
        let (columns, rows) = (u32::from(self.columns), u32::from(self.rows));
        let of = |wanted: &dyn Fn(u32) -> bool| (0..columns * rows).filter(|&cell| wanted(cell)).fold(0, |bits, cell| bits | 1 << cell);
        let (first, last) = (of(&|cell| cell % columns == 0), of(&|cell| cell % columns == columns - 1));
        let (begin, end) = if player == 0 { (of(&|cell| cell < columns), of(&|cell| cell >= columns * (rows - 1))) } else { (first, last) };
        let mut reached = stones & begin;
        loop {
            // A cell has neighbours in its row, below and below left, above and above right.
            let (left, right) = ((reached & !first) >> 1, (reached & !last) << 1);
            let below = (reached << columns) | ((reached & !first) << (columns - 1));
            let above = (reached >> columns) | ((reached & !last) >> (columns - 1));
            let grown = reached | stones & (left | right | below | above);
            if grown == reached {
                return reached & end != 0;
            }
            reached = grown;
        }
    }
}

#[game("dark-hex")]
impl Game for DarkHex {
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
