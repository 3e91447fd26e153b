//! The plays of a double: up to four equal dice.

use super::dice::{ORIGINS, open, sources, target};
use super::{Points, STEP, word};
use crate::Move;
use crate::rust::backgammon::board::BAR;

/// A search through the plays, which moves men and takes them back. Men start in the order of their places, the rearmost first, so that each
/// set of steps is met once.
pub(super) struct Doubles {
    /// The numbers of men of the player to move.
    count: [u8; 26],
    /// Where there are some.
    men: u32,
    open: u32,
    die: u8,
    /// The maximum number of dice that can be used, as far as the search has come.
    longest: u32,
}

impl Doubles {
    pub(super) fn new(count: [u8; 26], points: &Points, die: u8) -> Doubles {
        Doubles { count, men: points.men, open: open(points.blocked, die), die, longest: 0 }
    }

    /// Lists the plays.
    pub(super) fn list(&mut self, out: &mut Vec<Move>) {
        self.descend(BAR, 0, 0, out);
    }

    /// The plays from here on; `play` holds the steps so far, `length` of them, none of which began behind `farthest`.
    fn descend(&mut self, farthest: u8, length: u32, play: u64, out: &mut Vec<Move>) {
        let mut starts = sources(self.men, self.open, self.die) & ((2 << farthest) - 1);
        let next = |from: u8, to: u8| play | word((from, to)) << (STEP * length);
        if length == 3 && starts != 0 {
            self.found(4, out);
            while starts != 0 {
                let from = starts.ilog2() as u8;
                starts &= !(1 << from);
                out.push(Move(next(from, target(from, self.die))));
            }
            return;
        }
        while starts != 0 {
            let from = starts.ilog2() as u8;
            starts &= !(1 << from);
            let to = target(from, self.die);
            let men = self.men;
            self.shift(from, to);
            self.descend(from, length + 1, next(from, to), out);
            self.shift_back(from, to, men);
        }
        self.found(length, out);
        if length == self.longest && length > 0 {
            out.push(Move(play));
        }
    }

    /// A longer play makes all shorter ones illegal, so that those found before are dropped.
    #[inline]
    fn found(&mut self, length: u32, out: &mut Vec<Move>) {
        if length > self.longest {
            self.longest = length;
            out.clear();
        }
    }

    #[inline]
    fn shift(&mut self, from: u8, to: u8) {
        self.count[usize::from(from)] -= 1;
        self.count[usize::from(to)] += 1;
        if self.count[usize::from(from)] == 0 {
            self.men &= !(1 << from);
        }
        self.men = (self.men | 1 << to) & ORIGINS;
    }

    #[inline]
    fn shift_back(&mut self, from: u8, to: u8, men: u32) {
        self.count[usize::from(from)] += 1;
        self.count[usize::from(to)] -= 1;
        self.men = men;
    }
}
