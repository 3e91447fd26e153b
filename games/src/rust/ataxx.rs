//! Ataxx (Dave Crummack and Craig Galley, 1988): pieces multiply or jump, and capture their new neighbours.

mod board;
mod directions;
mod moves;
mod playout;
#[cfg(test)]
mod tests;

use super::stone_board;
use crate::picture::{Colour, Look};
use crate::playout::{Playout, Scratch};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Position, Rng, Turn, game, hash};
use board::{Board, Rules};

/// Ataxx: X (player 0) and O either clone a piece to a neighbouring square or jump two squares away; all enemy pieces next to the
/// target change sides. The majority on a full board wins. Rules as in Ludii's `Ataxx.lud`, v1.3.10, with the start of the usual FEN,
/// `x5o/7/7/7/7/7/o5x x 0 1`, which mirrors Ludii's.
#[derive(Params, Clone, Debug)]
struct Ataxx {
    /// Number of columns and rows.
    #[param(default = 7, range = 4..=8)]
    size: u32,
    /// Whether cloning different pieces to the same square, which gives the same position, is one move.
    #[param(default = Clones::PerTarget)]
    clones: Clones,
    /// Consecutive moves by both players together without a clone after which the game is a draw; 0 for no such rule. UAI programs use 100.
    #[param(default = 0u16, range = 0..=10_000)]
    quiet_moves: u16,
    /// Moves by both players together after which the game is a draw; Ludii's limit of 1250 turns per player.
    #[param(default = 2_500u32, range = 1..=100_000)]
    max_moves: u32,
}

/// Whether cloning different pieces to the same square, which gives the same position, is one move.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Clones {
    /// One move for each target square, as the UAI protocol has it.
    PerTarget,
    /// One move for each piece that can be cloned to the square, as in Ludii and in the GPN paper's experiments. It changes the branching
    /// factor and the distribution of random play, not the positions that can be reached.
    PerOrigin,
}

#[game("ataxx")]
impl Game for Ataxx {
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

impl Ataxx {
    fn rules(&self) -> Rules {
        Rules::new(self.size, self.clones, self.quiet_moves, self.max_moves)
    }
}

/// The pass of a player without any other move. All other moves are source plus 64 × target, which is smaller; with clones per target, the
/// source of a clone is its target.
const PASS: Move = Move(1 << 12);

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.mover()) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if !self.is_over() {
            self.list_moves(out);
            if out.is_empty() {
                out.push(PASS);
            }
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        if self.is_over() { 0 } else { self.mobility().max(1) as usize }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        if m == PASS {
            self.pass();
        } else {
            self.step((m.0 & 63) as usize, (m.0 >> 6 & 63) as usize);
        }
    }

    fn score(&self, player: Player) -> f64 {
        match self.winner() {
            Some(winner) => f64::from(u8::from(winner == player)),
            None => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    /// The counters are left out: they only bring a draw nearer.
    fn key(&self) -> u64 {
        hash::key(&(self.pieces, self.mover()))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        Some(stone_board::estimate(self.pieces, player))
    }

    fn notation(&self) -> String {
        let rows = self.stone_board().write(self.pieces);
        format!("{rows} {} {} {}", ['x', 'o'][self.mover()], self.quiet, self.moves / 2 + 1)
    }

    /// UAI notation: `g2` for a clone, `a1c3` for a jump; also `a1b2` for a clone per origin, and `pass` for UAI's `0000`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        let board = self.stone_board();
        for &m in submove {
            let (from, to) = (m.0 as u32 & 63, (m.0 >> 6) as u32);
            if m == PASS {
                out.push_str("pass");
                continue;
            }
            if from != to {
                board.write_square(from, out);
            }
            board.write_square(to, out);
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.stone_board().stones(self.pieces, Look::Squares, [Colour::Red, Colour::Blue]))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        self.stone_board().men(self.pieces, out);
        true
    }
}
