//! The board as a position of a game.

use super::board::{Board, PASS};
use super::playout;
use super::reach::Occupancy;
use super::star::ones;
use crate::playout::{Playout, Scratch};
use crate::{Move, Picture, Player, Position, Rng, Turn, hash};

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
        let all = self.occupied();
        let occupied = Occupancy::new(&self.setup.star.tables, all);
        for from in ones(self.pieces[me]) {
            let targets = (self.setup.star.near[from] & !all | occupied.jumps(from)) & self.setup.stops[me];
            out.extend(ones(targets).map(|to| Move((from | to << 7) as u64)));
        }
        if out.is_empty() {
            out.push(PASS);
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        if m == PASS {
            self.pass();
        } else {
            self.go((m.0 & 127) as usize, (m.0 >> 7 & 127) as usize);
        }
    }

    fn score(&self, player: Player) -> f64 {
        self.winner.map_or(1.0 / self.setup.players as f64, |winner| f64::from(u8::from(usize::from(winner) == player)))
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.pieces, self.to_move))
    }

    /// Based on the lead in steps over the best of the others.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let others = (0..self.setup.players).filter(|&other| other != player);
        let best = others.map(|other| self.steps_left(other)).min()?;
        let lead = f64::from(best) - f64::from(self.steps_left(player));
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        self.write()
    }

    /// `d1-e5` or `pass`; a chain of jumps is written as its first and last hole.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            if m == PASS {
                out.push_str("pass");
            } else {
                self.write_hole((m.0 & 127) as usize, out);
                out.push('-');
                self.write_hole((m.0 >> 7 & 127) as usize, out);
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.pictured())
    }
}
