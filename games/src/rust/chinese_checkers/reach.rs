//! The holes that a piece can reach with jumps: all jumps from all holes reached so far are made at once.

use super::star::ones;
use super::tables::{SHIFTS, Tables};
use crate::bits;

/// The occupied holes, a set for every class.
pub(super) struct Occupancy {
    tables: &'static Tables,
    sets: [u64; 4],
}

impl Occupancy {
    pub(super) fn new(tables: &'static Tables, set: u128) -> Occupancy {
        let mut occupied = Occupancy { tables, sets: [0; 4] };
        ones(set).for_each(|hole| occupied.turn(hole));
        occupied
    }

    /// Makes an occupied hole free and a free one occupied.
    #[inline(always)]
    pub(super) fn turn(&mut self, hole: usize) {
        let (class, bit) = self.tables.places[hole & 127];
        self.sets[usize::from(class & 3)] ^= bit;
    }

    /// Whether a hole is free; [`NOWHERE`](super::tables::NOWHERE) is not.
    #[inline(always)]
    pub(super) fn is_free(&self, hole: usize) -> bool {
        let (class, bit) = self.tables.places[hole & 127];
        !self.sets[usize::from(class & 3)] & bit != 0
    }

    /// The holes that a piece reaches with jumps. It cannot return to its own, and what it jumps over is of another
    /// class, so that it need not be lifted.
    #[inline(always)]
    pub(super) fn jumps(&self, from: usize) -> u128 {
        let class = &self.tables.classes[usize::from(self.tables.places[from & 127].0 & 3)];
        bits::ones(self.jumps_in_class(from)).fold(0, |all, bit| all | 1 << (class.holes[bit as usize & 63] & 127))
    }

    /// As [`jumps`](Occupied::jumps), as a set of the piece's class.
    #[inline(always)]
    pub(super) fn jumps_in_class(&self, from: usize) -> u64 {
        let (class, start) = self.tables.places[from & 127];
        let number = usize::from(class & 3);
        let class = &self.tables.classes[number];
        let free = class.all & !self.sets[number];
        let over = class.over.map(|over| self.sets[usize::from(over.class & 3)].rotate_right(u32::from(over.rotate)) & over.begins);
        let mut reached = start;
        loop {
            let mut next = 0;
            for (over, shift) in over.into_iter().zip(SHIFTS) {
                next |= (reached & over) << shift | reached >> shift & over;
            }
            let more = next & free & !reached;
            if more == 0 {
                return reached & !start;
            }
            reached |= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::star::{Star, jumps};
    use super::*;
    use crate::Rng;

    /// The holes that a piece reaches, one jump after another.
    fn plain(jumps: &[[Option<(usize, usize)>; 6]], occupied: u128, from: usize) -> u128 {
        let (mut reached, mut open) = (0, vec![from]);
        while let Some(here) = open.pop() {
            for (over, behind) in jumps[here].into_iter().flatten() {
                let jumps = (occupied & !(1 << from)) >> over & 1 == 1 && occupied >> behind & 1 == 0;
                if jumps && reached >> behind & 1 == 0 {
                    reached |= 1 << behind;
                    open.push(behind);
                }
            }
        }
        reached
    }

    #[test]
    fn jumps_at_once_reach_what_single_jumps_reach() {
        let mut rng = Rng::from_seed(8);
        for size in 1..=4 {
            let (star, jumps) = (Star::of_size(size), jumps(size));
            for _ in 0..300 {
                let share = rng.below(100);
                let set = ones(star.holes).filter(|_| rng.below(100) < share).fold(0, |set, hole| set | 1u128 << hole);
                let occupied = Occupancy::new(&star.tables, set);
                for from in ones(set) {
                    assert_eq!(occupied.jumps(from), plain(&jumps, set, from), "size {size}, from {from}, {set:#x}");
                }
            }
        }
    }
}
