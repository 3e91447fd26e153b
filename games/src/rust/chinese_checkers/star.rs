//! The star: its holes, their neighbours, and its six points.

use super::tables::Tables;
use crate::bits;
use std::sync::LazyLock;

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
    /// The holes of each point.
    pub(super) points: [u128; 6],
    /// The distance in steps from a hole to the tip of each point.
    pub(super) to_tip: [[u8; 128]; 6],
    /// The rows from the north.
    pub(super) rows: Vec<Row>,
    /// The tables for jumps and random play.
    pub(super) tables: Tables,
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
        let mut star = Star {
            holes: set(0..places.len()),
            near: [0; 128],
            points: POINTS.map(|(axis, sign)| set((0..places.len()).filter(|&hole| sign * places[hole][axis] > size))),
            to_tip: [[0; 128]; 6],
            rows: rows(&places, size),
            tables: Tables::new(&places),
        };
        for (hole, &place) in places.iter().enumerate() {
            star.near[hole] = set(STEPS.iter().filter_map(|step| hole_ahead(&places, place, step, 1)));
            for (point, (axis, sign)) in POINTS.into_iter().enumerate() {
                let tip: [i32; 3] = std::array::from_fn(|other| if other == axis { 2 * size * sign } else { -size * sign });
                let apart = (0..3).map(|axis| (tip[axis] - place[axis]).unsigned_abs()).max();
                star.to_tip[point][hole] = apart.unwrap_or(0) as u8;
            }
        }
        star
    }
}

/// The hole that lies some steps ahead of a place.
fn hole_ahead(places: &[[i32; 3]], place: [i32; 3], step: &[i32; 3], steps: i32) -> Option<usize> {
    places.iter().position(|other| (0..3).all(|axis| other[axis] == place[axis] + steps * step[axis]))
}

/// For every hole and each of the six directions the hole that a jump leads over and the one into which it leads: the plain list, by which
/// tests check what is faster.
#[cfg(test)]
pub(super) fn jumps(size: u32) -> Vec<[Option<(usize, usize)>; 6]> {
    let places = places(size as i32);
    let jump = |place, step| Some((hole_ahead(&places, place, step, 1)?, hole_ahead(&places, place, step, 2)?));
    places.iter().map(|&place| STEPS.each_ref().map(|step| jump(place, step))).collect()
}

/// The coordinates of all holes in the order of their numbers. The star is the union of two triangles: in one of them no coordinate is below
/// −size, in the other none is above size. The third coordinate is the row.
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
