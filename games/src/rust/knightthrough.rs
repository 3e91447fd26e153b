//! Knightthrough: breakthrough with knights that leap forward only.

mod board;
mod playout;
#[cfg(test)]
mod tests;

use super::stone_board;
use crate::params::ParamError;
use crate::picture::{Colour, Look, Man};
use crate::playout::{Playout, Scratch};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Position, Rng, Turn, bits, game, hash};
use board::{Board, LEAPS, Shape};

/// Knightthrough: the knights of White (player 0) and Black leap forward only, capture where they land, and win by reaching
/// the far row. Rules as in Ludii's `Knightthrough.lud`, v1.3.4: a player who cannot move passes. When neither player can move, which
/// happens only on boards of two or three columns, the game is a draw (Ludii has both pass first).
#[derive(Params, Clone, Debug)]
struct Knightthrough {
    /// Number of columns; width × height may not exceed 64.
    #[param(default = 8, range = 2..=16)]
    width: u32,
    /// Number of rows, of which each player fills two; width × height may not exceed 64.
    #[param(default = 8, range = 4..=32)]
    height: u32,
    /// What happens to a player who cannot move.
    #[param(default = BlockRule::Pass)]
    blocked: BlockRule,
}

/// The rule for a player who cannot move, usually one without knights.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum BlockRule {
    /// The player passes, as in Ludii.
    Pass,
    /// The player loses, as in the Regular Boardgames version.
    Loss,
}

#[game("knightthrough")]
impl Game for Knightthrough {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        let Knightthrough { width, height, .. } = self;
        if width * height > 64 {
            return Err(ParamError::rule("", format!("`width` × `height` must be at most 64, not {width} × {height}")));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.shape()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.shape(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

impl Knightthrough {
    fn shape(&self) -> Shape {
        Shape::new(self.width, self.height, self.blocked)
    }
}

/// The pass of a player without any other move. All other moves are source plus 64 × target, which is smaller.
const PASS: Move = Move(1 << 12);

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        let me = usize::from(self.to_move);
        for leap in 0..LEAPS {
            let step = self.shape.steps[leap];
            out.extend(bits::ones(self.targets(me, leap)).map(|target| {
                let source = if me == 0 { target - step } else { target + step };
                Move(u64::from(source | target << 6))
            }));
        }
        if out.is_empty() {
            out.push(PASS);
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        if self.is_over() {
            return 0;
        }
        let targets = |leap| self.targets(usize::from(self.to_move), leap).count_ones();
        (0..LEAPS).map(targets).sum::<u32>().max(1) as usize
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        if m != PASS {
            let me = usize::from(self.to_move);
            let (from, to) = (1u64 << (m.0 & 63), 1u64 << (m.0 >> 6 & 63));
            self.knights[me] = self.knights[me] & !from | to;
            self.knights[1 - me] &= !to;
        }
        self.to_move ^= 1;
    }

    fn score(&self, player: Player) -> f64 {
        match self.winner() {
            Some(winner) => f64::from(u8::from(winner == player)),
            None => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap, scratch)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.knights, self.to_move))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        Some(stone_board::estimate(self.knights, player))
    }

    fn notation(&self) -> String {
        format!("{} {}", self.stone_board().write(self.knights), ['w', 'b'][usize::from(self.to_move)])
    }

    /// `b1-c3` for a leap to an empty square, `b1xc3` for a capture, `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            match m {
                PASS => out.push_str("pass"),
                _ => self.stone_board().write_move(m, self.knights[usize::from(1 - self.to_move)], out),
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let knights = [Colour::White, Colour::Black].map(|colour| Man::chessman('N', colour));
        Some(self.stone_board().picture(self.knights, Look::Chequered, knights))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        self.stone_board().men(self.knights, out);
        true
    }
}
