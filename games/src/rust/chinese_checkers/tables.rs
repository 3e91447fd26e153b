//! The holes of a star by class, so that all jumps along a line are found with a shift.
//!
//! A jump moves a piece by two holes along a line, so that each of its coordinates stays odd or even. The holes that are alike in this are a
//! *class*; no class has more than 37 of them, and a word holds a set of one class. What is jumped over belongs to another class.

/// No hole; never occupied.
pub(super) const NOWHERE: u8 = 127;

/// A move of a piece is one of these: a step in one of six directions, or jumps to another hole of the class.
pub(super) const CANDIDATES: usize = 6 + 36;

/// The bits by which two rows of a class differ: no row has more holes.
const ROW: u32 = 7;

/// How far apart in a set the two ends of a jump are: to the east, the south-east and the south-west.
pub(super) const SHIFTS: [u32; 3] = [1, ROW, ROW - 1];

/// The first three steps around a hole, as differences of the first and third coordinates.
const FORWARD: [(i32, i32); 3] = [(1, 0), (0, 1), (-1, 1)];

/// Constants of a star, by hole and by class.
#[derive(Debug)]
pub(super) struct Tables {
    /// For every hole the holes next to it, then the other holes of its class; [`NOWHERE`] fills both lists up.
    pub(super) candidates: [[u8; CANDIDATES]; 128],
    /// The class of every hole, and its bit in a set of the class; [`NOWHERE`] has no bit.
    pub(super) places: [(u8, u64); 128],
    /// The jump tables of a class.
    pub(super) classes: [Class; 4],
}

/// The holes of a class.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) all: u64,
    /// The hole of every bit.
    pub(super) holes: [u8; 64],
    /// Over what it jumps east, south-east and south-west.
    pub(super) over: [JumpedPieces; 3],
}

/// Where the pieces lie over which a class jumps in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JumpedPieces {
    /// Their class.
    pub(super) class: u8,
    /// By how much a set of their class must be rotated to the right to have their bits where the jumps begin.
    pub(super) rotate: u8,
    /// The holes in which such a jump can begin.
    pub(super) begins: u64,
}

impl Tables {
    /// Those of the star with holes in these places, the first one being hole 0.
    pub(super) fn new(places: &[[i32; 3]]) -> Tables {
        let class = || Class { all: 0, holes: [NOWHERE; 64], over: [JumpedPieces::default(); 3] };
        let mut tables = Tables { candidates: [[NOWHERE; CANDIDATES]; 128], places: [(0, 0); 128], classes: [(); 4].map(|()| class()) };
        for (hole, place) in places.iter().enumerate() {
            let (class, bit) = index(place);
            tables.places[hole] = (class as u8, 1 << bit);
            tables.classes[class].all |= 1 << bit;
            tables.classes[class].holes[bit as usize] = hole as u8;
        }
        for (hole, place) in places.iter().enumerate() {
            let (class, bit) = index(place);
            for (axis, (x, z)) in FORWARD.into_iter().enumerate() {
                let ahead = |steps: i32| [place[0] + steps * x, place[1] - steps * (x + z), place[2] + steps * z];
                let find = |steps| places.iter().position(|&other| other == ahead(steps));
                for (direction, neighbour) in [(axis, find(1)), (axis + 3, find(-1))] {
                    tables.candidates[hole][direction] = neighbour.map_or(NOWHERE, |other| other as u8);
                }
                if let (Some(_), Some(_)) = (find(1), find(2)) {
                    let (jumped, at) = index(&ahead(1));
                    let over = &mut tables.classes[class].over[axis];
                    (over.class, over.rotate) = (jumped as u8, (at + 64 - bit) as u8 % 64);
                    over.begins |= 1 << bit;
                }
            }
            let others = tables.classes[class].holes.iter().filter(|&&other| other != NOWHERE && usize::from(other) != hole);
            tables.candidates[hole][6..].iter_mut().zip(others).for_each(|(candidate, &other)| *candidate = other);
        }
        tables
    }
}

/// The class of a place and its bit: its row times [`ROW`] plus its place in the row, both counted in jumps.
fn index(place: &[i32; 3]) -> (usize, u32) {
    let (x, z) = ((place[0] + 8) as u32, (place[2] + 8) as u32);
    ((x % 2 + 2 * (z % 2)) as usize, x / 2 + ROW * (z / 2))
}

#[cfg(test)]
mod tests {
    use super::super::star::{Star, jumps, ones};
    use super::*;

    #[test]
    fn every_hole_has_a_bit_of_its_own() {
        for size in 1..=4 {
            let star = Star::of_size(size);
            let tables = &star.tables;
            for hole in ones(star.holes) {
                let (class, bit) = tables.places[hole];
                assert_eq!(usize::from(tables.classes[usize::from(class)].holes[bit.trailing_zeros() as usize]), hole);
            }
            let sizes = tables.classes.each_ref().map(|class| class.all.count_ones());
            assert_eq!(sizes.iter().sum::<u32>(), star.holes.count_ones());
            assert!(sizes.iter().all(|&size| size - 1 <= CANDIDATES as u32 - 6), "{sizes:?}");
        }
    }

    /// Jumps by shifts are those that the list of jumps has.
    #[test]
    fn jumps_lead_where_the_plain_list_has_them() {
        for size in 1..=4 {
            let tables = &Star::of_size(size).tables;
            for (from, jumps) in jumps(size).into_iter().enumerate() {
                let (class, bit) = tables.places[from];
                let class = &tables.classes[usize::from(class)];
                for (axis, shift) in SHIFTS.into_iter().enumerate() {
                    let over = &class.over[axis];
                    assert_eq!(over.begins & bit != 0, jumps[axis].is_some(), "from {from} along {axis}");
                    if let Some((jumped, behind)) = jumps[axis] {
                        let (jumped_class, jumped_bit) = tables.places[jumped];
                        assert_eq!((over.class, jumped_bit.rotate_right(u32::from(over.rotate))), (jumped_class, bit));
                        assert_eq!(usize::from(class.holes[(bit << shift).trailing_zeros() as usize]), behind);
                    }
                }
            }
        }
    }
}
