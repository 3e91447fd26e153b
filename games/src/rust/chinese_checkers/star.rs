//! The star: its holes, their neighbours, and its six points.

use crate::bits;
use std::sync::LazyLock;

/// No hole; never occupied.
pub(super) const NOWHERE: u8 = 127;

/// The six steps in coordinates that sum to 0, east first and then clockwise.
const STEPS: [[i32; 3]; 6] = [[1, -1, 0], [0, -1, 1], [-1, 0, 1], [-1, 1, 0], [0, 1, -1], [1, 0, -1]];

/// The points of the star, the northern one first and then clockwise: the coordinate that exceeds the size there, and its sign.
const POINTS: [(usize, i32); 6] = [(2, -1), (0, 1), (1, -1), (2, 1), (0, -1), (1, 1)];

/// A star with points of some size. Holes are numbered row by row from the north, each row from the west.
#[derive(Debug)]
pub(super) struct Star {
    /// All holes.
    pub(super) holes: u128,
    /// The holes next to a hole.
    pub(super) near: [u128; 128],
    /// For every direction of a jump, the hole jumped over and the one behind it, both [`NOWHERE`] if one is missing; two unused directions
    /// pad their number to a power of two.
    pub(super) jumps: [[(u8, u8); 8]; 128],
    /// The hole behind, for every direction of a jump, as a set; empty if there is none.
    pub(super) landings: [[u128; 8]; 128],
    /// The holes over which and into which a piece in a hole may jump, and those next to it.
    pub(super) around: [u128; 128],
    /// For every hole, from which holes and in which directions jumps lead over it or into it; [`NOWHERE`] fills the list up.
    pub(super) jumpers: [[(u8, u8); 12]; 128],
    /// For two holes next to each other, the bit of the direction in which the first lies from the second; otherwise no bit.
    pub(super) toward: [[u8; 128]; 128],
    /// The holes of each point.
    pub(super) points: [u128; 6],
    /// The distance in steps from a hole to the tip of each point.
    pub(super) to_tip: [[u8; 128]; 6],
    /// The rows from the north.
    pub(super) rows: Vec<Row>,
}

/// A row of holes from the west to the east.
#[derive(Debug)]
pub(super) struct Row {
    /// The number of its first hole.
    pub(super) first: usize,
    /// The number of its holes.
    pub(super) length: usize,
    /// Its distance to the east of the star's western tips, in half holes.
    pub(super) indent: usize,
}

impl Star {
    /// The star whose points have the given number of rows, from 1 to 4.
    pub(super) fn of_size(size: u32) -> &'static Star {
        static STARS: LazyLock<[Star; 4]> = LazyLock::new(|| [1, 2, 3, 4].map(Star::new));
        &STARS[size as usize - 1]
    }

    fn new(size: i32) -> Star {
        let places = places(size);
        let find = |wanted: [i32; 3]| places.iter().position(|&place| place == wanted).map(|hole| hole as u8);
        let mut star = Star {
            holes: set(0..places.len()),
            near: [0; 128],
            jumps: [[(NOWHERE, NOWHERE); 8]; 128],
            landings: [[0; 8]; 128],
            around: [0; 128],
            jumpers: [[(NOWHERE, 0); 12]; 128],
            toward: [[0; 128]; 128],
            points: POINTS.map(|(axis, sign)| set((0..places.len()).filter(|&hole| sign * places[hole][axis] > size))),
            to_tip: [[0; 128]; 6],
            rows: rows(&places, size),
        };
        for (hole, &place) in places.iter().enumerate() {
            for (direction, step) in STEPS.iter().enumerate() {
                let [over, behind] = [1, 2].map(|times| find(std::array::from_fn(|axis| place[axis] + times * step[axis])));
                if let Some(over) = over {
                    star.near[hole] |= 1 << over;
                    star.around[hole] |= 1 << over;
                    star.toward[usize::from(over)][hole] = 1 << direction;
                }
                if let (Some(over), Some(behind)) = (over, behind) {
                    star.jumps[hole][direction] = (over, behind);
                    star.landings[hole][direction] = 1 << behind;
                    star.around[hole] |= 1 << behind;
                    for (place, passed) in [over, behind].into_iter().enumerate() {
                        star.jumpers[usize::from(passed)][6 * place + direction] = (hole as u8, direction as u8);
                    }
                }
            }
            for (point, (axis, sign)) in POINTS.into_iter().enumerate() {
                let tip: [i32; 3] = std::array::from_fn(|other| if other == axis { 2 * size * sign } else { -size * sign });
                let apart = (0..3).map(|axis| (tip[axis] - place[axis]).unsigned_abs()).max();
                star.to_tip[point][hole] = apart.unwrap_or(0) as u8;
            }
        }
        star
    }
}

/// The coordinates of all holes: the star is the union of two triangles; in one of them no coordinate is below −size, in the other none is
/// above size. The third coordinate is the row.
fn places(size: i32) -> Vec<[i32; 3]> {
    let far = 2 * size;
    let all = (-far..=far).flat_map(|z| (-far..=far).map(move |x| [x, -x - z, z]));
    all.filter(|place| place.iter().all(|&c| c >= -size) || place.iter().all(|&c| c <= size)).collect()
}

fn rows(places: &[[i32; 3]], size: i32) -> Vec<Row> {
    let row = |z| {
        let first = places.iter().position(|place| place[2] == z).unwrap_or(0);
        let length = places.iter().filter(|place| place[2] == z).count();
        let [x, y, _] = places[first];
        Row { first, length, indent: (x - y + 3 * size) as usize }
    };
    (-2 * size..=2 * size).map(row).collect()
}

fn set(holes: impl IntoIterator<Item = usize>) -> u128 {
    holes.into_iter().fold(0, |set, hole| set | 1 << hole)
}

/// The holes of a set in ascending order.
pub(super) fn ones(set: u128) -> impl Iterator<Item = usize> {
    let (low, high) = (set as u64, (set >> 64) as u64);
    bits::ones(low).chain(bits::ones(high).map(|bit| 64 + bit)).map(|bit| bit as usize)
}
