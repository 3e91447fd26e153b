//! Playouts with knowledge, and what to expect of moves.

use super::board::{Board, PASS};
use super::policy::{CAPTURE, MERCY, Memory, PARTS, PATTERNS};
use super::tactics::FewPoints;
use crate::capabilities::{Expectation, Knowledge, Part, Parts};
use crate::playout::{Playout, Trace};
use crate::{Move, Rng};

impl<const STRIDE: usize, const CAP: usize> Knowledge for Board<STRIDE, CAP> {
    fn parts(&self) -> &'static [Part] {
        &PARTS
    }

    fn proposals(&self, part: usize, out: &mut Vec<Move>) {
        out.clear();
        let mut found = FewPoints::new();
        if !self.is_over() {
            self.policy().propose(part, &mut self.find_ataris(), &mut found);
        }
        out.extend(found.iter().map(|point| Move(point as u64)));
    }

    fn playout_by(&mut self, parts: Parts, rng: &mut Rng, cap: u32, mut trace: Option<&mut Trace>) -> Playout {
        let captures = parts.has(CAPTURE);
        let ataris = if captures { self.find_ataris() } else { FewPoints::new() };
        let mut memory = Memory { found: FewPoints::new(), ataris, spared: [0; 2] };
        let mut moves = 0;
        while !self.is_over() && moves < cap {
            let point = self.draw_by(parts, &mut memory, rng);
            if let Some(trace) = &mut trace {
                trace.push(self.mover, &[Move(point as u64)]);
            }
            self.play(point);
            moves += 1;
            if captures {
                self.update_ataris(&mut memory.ataris);
            }
            if parts.has(MERCY) && self.is_decided() {
                return Playout::orthodox(moves, true);
            }
        }
        Playout::orthodox(moves, self.is_over())
    }

    /// As Fuego 0.4 has it (`GoUctDefaultPriorKnowledge`): passing and self-atari are bad; what the policy would play is good; and a pattern is
    /// good where the policy has nothing better. What Fuego counts as 9 visits has the trust 1, its 3 visits ⅓.
    fn expect(&self, parts: Parts, moves: &[Move], out: &mut Vec<Expectation>) {
        out.clear();
        let mut found = FewPoints::<CAP>::new();
        self.policy().propose_first(parts, &mut self.find_ataris(), &mut found);
        let fits = |m: &Move| m.0 as usize != PASS && parts.has(PATTERNS) && self.policy().has_pattern(m.0 as usize);
        let tactical = found.count() > 0;
        let any_pattern = !tactical && moves.iter().any(fits);
        let of = |value: f64, trust: f64| Expectation { value, trust };
        out.extend(moves.iter().map(|m| {
            let point = m.0 as usize;
            match (tactical, any_pattern) {
                _ if point == PASS => of(0.0, 1.0),
                (true, _) if found.contains(point) => of(1.0, 1.0),
                (true, _) if self.policy().is_self_atari(point) => of(0.0, 1.0),
                (true, _) => of(if fits(m) { 0.6 } else { 0.4 }, 1.0),
                _ if self.policy().is_self_atari(point) => of(0.0, 1.0 / 3.0),
                (_, true) => of(if fits(m) { 1.0 } else { 0.5 }, 1.0 / 3.0),
                (_, false) => Expectation::default(),
            }
        }));
    }
}
