//! Go as a position.

use super::Ko;
use super::board::{Board, PASS};
use crate::capabilities::{Knowledge, Parts, Squares};
use crate::playout::{self, Playout, Scratch, Trace};
use crate::{Move, Picture, Player, Position, Rng, Turn, hash};

/// A move is the index of its point, which depends on the size of the board, or [`PASS`].
impl<const STRIDE: usize, const CAP: usize> Position for Board<STRIDE, CAP> {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        out.extend(self.legal_points().map(|point| Move(point as u64)));
        if self.free == 0 || out.is_empty() {
            out.push(Move(PASS as u64));
        }
    }

    /// Uniform play over all legal moves would fill its own eyes and take long games to no purpose.
    fn playout_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        out.extend(self.light_points().map(|point| Move(point as u64)));
        if out.is_empty() {
            out.push(Move(PASS as u64));
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let point = m.0 as usize & (CAP - 1);
        assert!(point == PASS || self.is_empty_point(point), "a stone is placed where it cannot be");
        self.play(point);
        self.settle();
    }

    fn score(&self, player: Player) -> f64 {
        let lead = if player == 0 { self.lead() } else { -self.lead() };
        f64::from(lead.signum() + 1) / 2.0
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        self.play_out(rng, cap)
    }

    /// Playouts do not ask which stones are dead: they capture them.
    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        match self.rules.dead_stones {
            0 => playout::traced(self, rng, cap, scratch, trace),
            _ => self.playout_by(Parts::default(), rng, cap, Some(trace)),
        }
    }

    /// The number of moves is left out: it only brings the end nearer. Under superko all earlier positions are part of the key, because they
    /// decide what is legal: few positions are then reached in more than one way.
    fn key(&self) -> u64 {
        let ko = if self.rules.ko == Ko::Simple { self.ko } else { PASS };
        hash::key(&(self.stones.key, self.mover, self.passes, self.free, ko, self.history.sum()))
    }

    fn notation(&self) -> String {
        self.write()
    }

    /// As in GTP: `C3`, where the columns have letters without I and the rows are numbered from below, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|m| self.write_point(m.0 as usize, out));
    }

    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Some(self)
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.pictured())
    }

    fn squares(&self) -> Option<&dyn Squares> {
        Some(self)
    }
}
