//! The plays of a roll by the plain way: every man is tried with every die, and plays found before are looked up. What the fast generator
//! must list, in the same order.

use super::{NO_PLAY, STEP, pair, steps};
use crate::Move;
use crate::rust::backgammon::board::{BAR, Board, OFF, Phase};

impl Board {
    /// The target of a man of the player to move with a die, if the step is legal.
    #[inline]
    fn target(&self, from: u8, die: u8) -> Option<u8> {
        let (own, other) = (&self.men[self.mover], &self.men[1 - self.mover]);
        if own[usize::from(from)] == 0 || from != BAR && own[usize::from(BAR)] > 0 {
            return None;
        }
        if from > die {
            let to = from - die;
            return (other[usize::from(25 - to)] < 2).then_some(to);
        }
        // Bearing off, once all men are home; only the rearmost man may use more pips than needed.
        let outside = own[7..].iter().any(|&count| count > 0);
        let farther = from < die && own[usize::from(from) + 1..].iter().any(|&count| count > 0);
        (!outside && !farther).then_some(OFF)
    }

    /// Lists the plays of the roll.
    pub(super) fn push_plays_plainly(&self, out: &mut Vec<Move>) {
        let Phase::Move(high, low) = self.phase else { return };
        if high == low {
            let mut longest = 0;
            self.clone().doubles(high, BAR, (0, 0), &mut longest, out);
        } else {
            self.both(high, low, out);
            self.both(low, high, out);
            self.drop_detours(high, low, out);
            if out.is_empty() {
                self.single(high, out);
            }
            if out.is_empty() {
                self.single(low, out);
            }
        }
        if out.is_empty() {
            out.push(NO_PLAY);
        }
    }

    /// The plays of up to four equal dice, from this point on; `play` holds the steps so far, `length` of them.
    fn doubles(&mut self, die: u8, farthest: u8, (length, play): (u32, u64), longest: &mut u32, out: &mut Vec<Move>) {
        if length < 4 {
            for from in (1..=farthest).rev() {
                let Some(to) = self.target(from, die) else { continue };
                let mut next = self.clone();
                next.step(from, to);
                let step = u64::from(from) << 5 | u64::from(to);
                next.doubles(die, from, (length + 1, play | step << (STEP * length)), longest, out);
            }
        }
        // A longer play makes all shorter ones illegal, so the shorter ones found on the way are dropped.
        if length > *longest {
            *longest = length;
            out.clear();
        }
        if length == *longest && length > 0 {
            out.push(Move(play));
        }
    }

    /// The plays of two dice in this order.
    fn both(&self, first: u8, second: u8, out: &mut Vec<Move>) {
        for from in 1..=BAR {
            let Some(to) = self.target(from, first) else { continue };
            let mut next = self.clone();
            next.step(from, to);
            for other in 1..=BAR {
                let Some(end) = next.target(other, second) else { continue };
                let play = pair((from, to), (other, end));
                if !out.contains(&play) {
                    out.push(play);
                }
            }
        }
    }

    /// A man that uses both dice may have two intermediate points. If it hits on neither, only the way with the higher die first is kept.
    fn drop_detours(&self, high: u8, low: u8, out: &mut Vec<Move>) {
        let quiet = |to: u8| self.men[1 - self.mover][usize::from(25 - to)] == 0;
        let mut k = 0;
        while k < out.len() {
            let mut both = steps(out[k]);
            let (Some((from, middle)), Some((second, end))) = (both.next(), both.next()) else { return };
            let detour = middle == second && from - middle == low && from > high && {
                let other = from - high;
                quiet(middle) && quiet(other) && out.contains(&pair((from, other), (other, end)))
            };
            if detour {
                out.remove(k);
            } else {
                k += 1;
            }
        }
    }

    fn single(&self, die: u8, out: &mut Vec<Move>) {
        out.extend((1..=BAR).filter_map(|from| Some(Move(u64::from(from) << 5 | u64::from(self.target(from, die)?)))));
    }
}
