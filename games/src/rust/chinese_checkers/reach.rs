//! The holes that a piece can reach: a search along its jumps.

use super::star::{Star, ones};

/// The occupied holes, as a set and as an array: the search tests single holes, which an array answers with one load.
#[derive(Debug)]
pub(super) struct Occupied {
    set: u128,
    /// 1 for an occupied hole; [`NOWHERE`](super::star::NOWHERE) is always free.
    holes: [u8; 128],
}

impl Occupied {
    pub(super) fn new(set: u128) -> Occupied {
        let mut occupied = Occupied { set, holes: [0; 128] };
        ones(set).for_each(|hole| occupied.holes[hole] = 1);
        occupied
    }

    /// The holes that a piece reaches with a step or with jumps. Takes `&mut self` because the piece is lifted during the search: it can
    /// neither return to its hole nor jump over itself.
    #[inline(always)]
    pub(super) fn reach(&mut self, star: &Star, from: usize) -> u128 {
        let from = from & 127;
        let steps = star.near[from] & !self.set;
        let first = self.directions(star, from);
        if first == 0 {
            return steps;
        }
        self.holes[from] = 0;
        let landings = self.landings(star, from, first);
        self.holes[from] = 1;
        steps | landings
    }

    /// The landings of a lifted piece that can first jump in these directions.
    fn landings(&self, star: &Star, from: usize, first: u32) -> u128 {
        let start = 1 << (from & 127);
        let (mut reached, mut open) = (start, 0u128);
        let (mut here, mut directions) = (from, first);
        loop {
            while directions != 0 {
                let (_, behind) = star.jumps[here & 127][directions.trailing_zeros() as usize & 7];
                directions &= directions - 1;
                let landing = 1 << (behind & 127);
                open |= landing & !reached;
                reached |= landing;
            }
            if open == 0 {
                return reached & !start;
            }
            here = open.trailing_zeros() as usize;
            open &= open - 1;
            directions = self.directions(star, here);
        }
    }

    /// The directions in which a single jump from a hole is possible, as bits.
    #[inline(always)]
    fn directions(&self, star: &Star, hole: usize) -> u32 {
        let mut directions = 0;
        for (direction, (over, behind)) in star.jumps[hole & 127].into_iter().take(6).enumerate() {
            let possible = self.holes[usize::from(over & 127)] & !self.holes[usize::from(behind & 127)];
            directions |= u32::from(possible & 1) << direction;
        }
        directions
    }
}
