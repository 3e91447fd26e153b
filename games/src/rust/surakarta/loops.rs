//! The two loops of the board, and the first stone on a path along them.
//!
//! A loop is a closed path of 24 places: a row, a column, a row and a column of six points each, with a corner arc after every six. A point
//! where the loop crosses itself has two places on it. Squares are numbered from a1, the lower left, eight to a row.

/// Points in a row, and places of a loop between two arcs.
pub(super) const SIDE: u32 = 6;

/// The number of places of a loop.
const PLACES: u32 = 4 * SIDE;

/// From every point at most four paths lead along loops: both directions along its row, and along its column.
pub(super) const WAYS: usize = 4;

/// No place.
const NONE: u8 = u8::MAX;

/// The points of the short loop, which uses the second lines from the edges, and of the long one, which uses the third.
static POINTS: [[u8; PLACES as usize]; 2] = [points(1), points(2)];

/// For every square, its place in its row and its place in its column, plus 24 on the long loop, or [`NONE`].
static SPOTS: [[u8; 2]; 64] = spots();

/// For every square, its places on both loops as bits.
static MARKS: [[u64; 2]; 64] = marks();

/// The arcs outside the board that join rows and columns, for a picture: from every corner one of each loop, as points of a circle.
pub(super) fn arcs() -> Vec<Vec<(f32, f32)>> {
    const STEPS: i32 = 24;
    let far = (SIDE - 1) as f32;
    let corners = [(0.0, 0.0, 0.0), (far, 0.0, 0.25), (far, far, 0.5), (0.0, far, 0.75)];
    let arc = |(x, y, turned): (f32, f32, f32), radius: f32| {
        // Three quarters of a circle, from the end of a row to the end of a column.
        let point = |step: i32| {
            let angle = std::f32::consts::TAU * (turned + 0.25 + 0.75 * step as f32 / STEPS as f32);
            (x + radius * libm::cosf(angle), y + radius * libm::sinf(angle))
        };
        (0..=STEPS).map(point).collect()
    };
    corners.into_iter().flat_map(|corner| [1.0, 2.0].map(|radius| arc(corner, radius))).collect()
}

/// The occupied places of both loops. Each loop has its bits twice, one after the other, so that every run of places is a run of bits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Loops([u64; 2]);

impl Loops {
    /// The loops with stones on these squares.
    pub(super) fn of(stones: u64) -> Loops {
        let mut loops = Loops([0; 2]);
        for square in crate::bits::ones(stones) {
            loops.add(square);
        }
        loops
    }

    /// Adds a stone on an empty square.
    #[inline(always)]
    pub(super) fn add(&mut self, square: u32) {
        self.0[0] |= MARKS[square as usize & 63][0];
        self.0[1] |= MARKS[square as usize & 63][1];
    }

    /// Removes a stone from a square.
    #[inline(always)]
    pub(super) fn remove(&mut self, square: u32) {
        self.0[0] &= !MARKS[square as usize & 63][0];
        self.0[1] &= !MARKS[square as usize & 63][1];
    }

    /// The first other stone that the stone on this square meets on this path, if the path passes an arc before it.
    #[inline(always)]
    pub(super) fn first(&self, square: u32, way: usize) -> Option<u32> {
        let spot = SPOTS[square as usize & 63][way >> 1 & 1];
        if spot == NONE {
            return None;
        }
        let number = usize::from(u32::from(spot) >= PLACES);
        let place = u32::from(spot) - PLACES * number as u32;
        // Where the path crosses itself, the stone does not block its own way.
        let taken = self.0[number] & !MARKS[square as usize & 63][number];
        if taken == 0 {
            return None;
        }
        let beyond_arc = place % SIDE;
        let (distance, straight, end) = if way & 1 == 0 {
            let distance = (taken >> (place + 1)).trailing_zeros() + 1;
            (distance, SIDE - 1 - beyond_arc, place + distance)
        } else {
            let distance = (taken << (64 - PLACES - place)).leading_zeros() + 1;
            (distance, beyond_arc, place + PLACES - distance)
        };
        (distance > straight).then(|| u32::from(POINTS[number][(end % PLACES) as usize]))
    }
}

/// The loop whose first line is this row, counted from 0.
const fn points(line: u32) -> [u8; PLACES as usize] {
    let mut table = [0; PLACES as usize];
    let (last, far) = (SIDE - 1, SIDE - 1 - line);
    let mut i = 0;
    while i < SIDE {
        // East, north, west, south.
        let corners = [(i, line), (far, i), (last - i, far), (line, last - i)];
        let mut side = 0;
        while side < 4 {
            let (x, y) = corners[side];
            table[side * SIDE as usize + i as usize] = (8 * y + x) as u8;
            side += 1;
        }
        i += 1;
    }
    table
}

const fn spots() -> [[u8; 2]; 64] {
    let mut table = [[NONE; 2]; 64];
    let mut number = 0;
    while number < 2 {
        let points = points(number as u32 + 1);
        let mut place = 0;
        while place < PLACES {
            // The first and the third side are rows.
            let axis = (place / SIDE % 2) as usize;
            table[points[place as usize] as usize][axis] = (PLACES * number as u32 + place) as u8;
            place += 1;
        }
        number += 1;
    }
    table
}

const fn marks() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut number = 0;
    while number < 2 {
        let points = points(number as u32 + 1);
        let mut place = 0;
        while place < PLACES {
            table[points[place as usize] as usize][number] |= 1 << place | 1 << (place + PLACES);
            place += 1;
        }
        number += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> u32 {
        let bytes = name.as_bytes();
        u32::from(bytes[0] - b'a') + 8 * u32::from(bytes[1] - b'1')
    }

    #[test]
    fn arcs_join_the_lines_of_a_loop() {
        let arcs = |number: usize| [5, 11, 17, 23].map(|place| [POINTS[number][place], POINTS[number][(place + 1) % 24]].map(u32::from));
        assert_eq!(arcs(0), [["f2", "e1"], ["e6", "f5"], ["a5", "b6"], ["b1", "a2"]].map(|arc| arc.map(square)));
        assert_eq!(arcs(1), [["f3", "d1"], ["d6", "f4"], ["a4", "c6"], ["c1", "a3"]].map(|arc| arc.map(square)));
    }

    #[test]
    fn corners_have_no_place_edges_one_and_other_points_two() {
        for y in 0..SIDE {
            for x in 0..SIDE {
                let places = SPOTS[(8 * y + x) as usize].iter().filter(|&&spot| spot != NONE).count();
                assert_eq!(places, [x, y].into_iter().filter(|i| (1..SIDE - 1).contains(i)).count(), "{x} {y}");
            }
        }
    }
}
