//! The jumps on a board, kept up to date from move to move, for playouts. They find what [`Occupied::reach`](super::reach::Occupied::reach)
//! finds.

use super::star::{Star, ones};

/// Where a piece can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The holes that it reaches with a step or with jumps.
    pub(super) targets: u128,
    /// The holes on which that depends: it stays true as long as none of them changes.
    pub(super) seen: u128,
}

impl Reach {
    /// What any change makes untrue.
    pub(super) const UNKNOWN: Reach = Reach { targets: 0, seen: u128::MAX };
}

/// The occupied holes, and the directions in which a piece in each hole could jump.
pub(super) struct Jumps {
    star: &'static Star,
    set: u128,
    /// 1 for an occupied hole; [`NOWHERE`](super::star::NOWHERE) is always free.
    holes: [u8; 128],
    /// Six bits for every hole, whether or not there is a piece.
    directions: [u8; 128],
}

impl Jumps {
    pub(super) fn new(star: &'static Star, set: u128) -> Jumps {
        let mut jumps = Jumps { star, set, holes: [0; 128], directions: [0; 128] };
        ones(set).for_each(|hole| jumps.holes[hole] = 1);
        // Without a piece next to it, a hole has no jumps.
        ones(set).for_each(|hole| jumps.renew(hole));
        jumps
    }

    /// Moves a piece.
    #[inline(always)]
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        let (from, to) = (from & 127, to & 127);
        self.set = self.set & !(1 << from) | 1 << to;
        self.holes[from] = 0;
        self.holes[to] = 1;
        self.renew(from);
        self.renew(to);
    }

    /// Finds out again which jumps lead over a hole or into it.
    #[inline(always)]
    fn renew(&mut self, hole: usize) {
        for (from, direction) in self.star.jumpers[hole & 127] {
            let (from, direction) = (usize::from(from & 127), direction & 7);
            let (over, behind) = self.star.jumps[from][usize::from(direction)];
            let possible = self.holes[usize::from(over & 127)] & !self.holes[usize::from(behind & 127)] & 1;
            self.directions[from] = self.directions[from] & !(1 << direction) | possible << direction;
        }
    }

    /// Where the piece in a hole can go. It is lifted: it cannot jump over itself.
    #[inline(always)]
    pub(super) fn reach(&self, from: usize) -> Reach {
        let (star, from) = (self.star, from & 127);
        let steps = star.near[from] & !self.set;
        let mut seen = star.around[from];
        let mut directions = self.directions[from];
        let itself = &star.toward[from];
        let start = 1 << from;
        let (mut reached, mut open, mut here) = (start, 0, from);
        loop {
            let mut landings = 0;
            while directions != 0 {
                landings |= star.landings[here][directions.trailing_zeros() as usize & 7];
                directions &= directions - 1;
            }
            open |= landings & !reached;
            reached |= landings;
            if open == 0 {
                return Reach { targets: steps | reached & !start, seen };
            }
            here = open.trailing_zeros() as usize & 127;
            open &= open - 1;
            seen |= star.around[here];
            directions = self.directions[here] & !itself[here];
        }
    }
}
