//! Pentago (Tomas Flodén, 2005): five in a row on a board whose quarters turn.

mod playout;
mod position;
mod quadrants;

use crate::{Game, GameInfo, NotationError, Params, Player, Position, game};
use quadrants::{SQUARES, has_line, turned};

/// Pentago: X (player 0) and O put a stone on any empty square of 6×6 and then turn one of the four quadrants by a quarter to the
/// left or to the right, empty ones too; five in a row win, two players' lines at once are a draw, as is a full board without a line.
///
/// A placement and its turn are one move. Moves that differ only in how they turn a quadrant without effect are different moves.
/// The default is `Pentago.lud` of Ludii (v1.3.7).
#[derive(Params, Clone, Debug)]
struct Pentago {
    /// Whether a line made by the placement wins at once, before anything turns; otherwise only what stands after the turn
    /// counts, as in OpenSpiel (2.0.2).
    #[param(default = true)]
    instant_win: bool,
}

#[game("pentago")]
impl Game for Pentago {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board { stones: [0; 2], to_move: 0, instant_win: self.instant_win })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.instant_win, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// The stones of both players; `quadrants` tells how squares are numbered.
#[derive(Clone, Debug)]
struct Board {
    stones: [u64; 2],
    to_move: u8,
    instant_win: bool,
}

/// The turns are numbered as OpenSpiel writes them, from `s` to `z`: quadrant by quadrant, to the left and to the right.
const TURNS: u32 = 8;

impl Board {
    #[inline(always)]
    fn mover(&self) -> Player {
        usize::from(self.to_move & 1)
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        SQUARES & !(self.stones[0] | self.stones[1])
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.empty() == 0 || self.stones.into_iter().any(has_line)
    }

    /// Whether a stone of the player to move on this square ends the game before anything turns.
    #[inline(always)]
    fn wins_at_once(&self, square: u32) -> bool {
        self.instant_win && has_line(self.stones[self.mover()] | 1 << square)
    }

    /// Puts a stone on a square and turns a quadrant, unless the stone has won.
    #[inline(always)]
    fn play(&mut self, square: u32, turn: Option<u32>) {
        self.stones[self.mover()] |= 1 << square;
        if let Some(turn) = turn {
            self.stones = self.stones.map(|stones| turned(stones, turn));
        }
        self.to_move ^= 1;
    }
}
