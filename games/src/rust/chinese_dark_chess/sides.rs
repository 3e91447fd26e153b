//! Sets of squares as the player to move sees them, and the moves found by shifting them.

use crate::bits;

/// The columns a to c and b to d.
const NOT_D: u32 = 0x7777_7777;
const NOT_A: u32 = 0xeeee_eeee;

/// The four directions: up, right, down, left.
const STEPS: [i8; 4] = [4, 1, -4, -1];

/// From every square, the squares that lie in each direction, on a board of eight rows.
const RAYS: [[u32; 4]; 32] = rays();

const fn rays() -> [[u32; 4]; 32] {
    let mut table = [[0; 4]; 32];
    let mut square = 0;
    while square < 32 {
        let mut direction = 0;
        while direction < 4 {
            let mut ray = 0;
            let mut here = shift(1 << square, direction);
            while here != 0 {
                ray |= here;
                here = shift(here, direction);
            }
            table[square][direction] = ray;
            direction += 1;
        }
        square += 1;
    }
    table
}

/// All squares of a set one step further.
#[inline(always)]
const fn shift(set: u32, direction: usize) -> u32 {
    match direction {
        0 => set << 4,
        1 => (set & NOT_D) << 1,
        2 => set >> 4,
        _ => (set & NOT_A) >> 1,
    }
}

/// The targets of steps by direction. Two directions share a word, so that what is done with them all is done twice.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    up_right: u64,
    down_left: u64,
}

impl Steps {
    /// Every square of a set one step further in each direction.
    #[inline(always)]
    fn of(set: u32) -> Steps {
        let to = |direction| u64::from(shift(set, direction));
        Steps { up_right: to(0) | to(1) << 32, down_left: to(2) | to(3) << 32 }
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.up_right.count_ones() + self.down_left.count_ones()
    }

    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.up_right | self.down_left != 0
    }

    /// Those of either, which have no step in common.
    #[inline(always)]
    pub(super) fn with(self, other: Steps) -> Steps {
        Steps { up_right: self.up_right | other.up_right, down_left: self.down_left | other.down_left }
    }

    /// The step with this number.
    #[inline(always)]
    pub(super) fn nth(self, rank: u32) -> (u8, u8) {
        let first = self.up_right.count_ones();
        let (word, rank, side) = if rank < first { (self.up_right, rank, 0) } else { (self.down_left, rank - first, 2) };
        step(bits::select(word, rank), side)
    }

    /// All steps, in the order of their numbers.
    pub(super) fn each(self) -> impl Iterator<Item = (u8, u8)> {
        let side = |word: u64, side: usize| bits::ones(word).map(move |bit| step(bit, side));
        side(self.up_right, 0).chain(side(self.down_left, 2))
    }
}

/// The step to the square of a bit in a word; `side` is the direction of the word's lower half.
#[inline(always)]
fn step(bit: u32, side: usize) -> (u8, u8) {
    let to = (bit & 31) as i8;
    ((to - STEPS[side + (bit >> 5) as usize]) as u8, to as u8)
}

/// The face-up pieces of the player to move and of the other, and the face-down ones.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) dark: u32,
    /// As in the board.
    pub(super) kinds: [u32; 3],
    /// All squares of the board.
    pub(super) all: u32,
}

impl Sides {
    /// The steps of the player to move to empty squares.
    #[inline(always)]
    pub(super) fn quiet_steps(&self) -> Steps {
        let empty = u64::from(self.all & !(self.own | self.other | self.dark));
        let (to, empty) = (Steps::of(self.own), empty | empty << 32);
        Steps { up_right: to.up_right & empty, down_left: to.down_left & empty }
    }

    /// The captures of the player to move by a step. The numbers of hunter and prey are compared bit by bit on all squares at once: a piece
    /// captures those with its own number or a higher one, except that a king does not capture pawns, and a pawn captures kings.
    #[inline(always)]
    pub(super) fn captures(&self) -> Steps {
        let hunters = self.own & !self.cannons();
        let from = Steps::of(hunters);
        let [from0, from1, from2] = self.kinds.map(|plane| Steps::of(plane & hunters));
        let twice = |set: u32| u64::from(set) | u64::from(set) << 32;
        let other = twice(self.other);
        let [to0, to1, to2] = self.kinds.map(|plane| twice(plane & self.other));
        let (king, pawn) = (other & !(to0 | to1 | to2), to1 & to2);
        let found = |from: u64, from0: u64, from1: u64, from2: u64| {
            let lower = !from2 & to2 | !(from2 ^ to2) & (!from1 & to1 | !(from1 ^ to1) & (!from0 | to0));
            // Neither word has a number above 6.
            let kings = !(from0 | from1 | from2);
            from & other & (lower & !(kings & pawn) | from1 & from2 & king)
        };
        Steps {
            up_right: found(from.up_right, from0.up_right, from1.up_right, from2.up_right),
            down_left: found(from.down_left, from0.down_left, from1.down_left, from2.down_left),
        }
    }

    /// The face-up cannons of both players: number 5 is the only one with these bits.
    #[inline(always)]
    fn cannons(&self) -> u32 {
        self.kinds[0] & self.kinds[2]
    }

    /// The squares that the cannon on this square captures on, in each direction: that of the second piece, if it is one of `other`.
    #[inline(always)]
    fn targets(&self, from: u32) -> [u32; 4] {
        let occupied = self.own | self.other | self.dark;
        let [up, right, down, left] = RAYS[from as usize];
        let low = |line: u32| line & line.wrapping_neg();
        let high = |line: u32| 1 << (31 - (line | 1).leading_zeros()) & line;
        let second = |ray: u32, nearest: &dyn Fn(u32) -> u32| {
            let line = ray & occupied;
            nearest(line ^ nearest(line)) & self.other
        };
        [second(up, &low), second(right, &low), second(down, &high), second(left, &high)]
    }

    /// The number of captures by cannons.
    #[inline(always)]
    pub(super) fn count_jumps(&self) -> u32 {
        let mut count = 0;
        for from in bits::ones(u64::from(self.own & self.cannons())) {
            count += self.targets(from).into_iter().map(|to| u32::from(to != 0)).sum::<u32>();
        }
        count
    }

    /// The captures by cannons.
    pub(super) fn jumps(&self) -> impl Iterator<Item = (u8, u8)> {
        bits::ones(u64::from(self.own & self.cannons())).flat_map(move |from| {
            let hit = self.targets(from).into_iter().filter(|&to| to != 0);
            hit.map(move |to| (from as u8, to.trailing_zeros() as u8))
        })
    }

    /// The capture by a cannon with this number.
    pub(super) fn nth_jump(&self, rank: u32) -> (u8, u8) {
        self.jumps().nth(rank as usize).expect("a number below that of the captures")
    }

    /// Whether the player to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.dark != 0 || self.quiet_steps().any() || self.captures().any() || self.count_jumps() > 0
    }

    /// Turns the piece on a square over. It belongs to the player to move if `own`.
    #[inline(always)]
    pub(super) fn turn_over(&mut self, square: u8, kind: u8, own: bool) {
        let bit = 1 << square;
        self.dark ^= bit;
        self.own |= if own { bit } else { 0 };
        self.other |= if own { 0 } else { bit };
        for (n, plane) in self.kinds.iter_mut().enumerate() {
            *plane |= u32::from(kind >> n & 1) << square;
        }
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// Moves a piece of the player to move, and captures the piece on the other square, if there is one.
    #[inline(always)]
    pub(super) fn step(&mut self, from: u8, to: u8) {
        let both = 1 << from | 1 << to;
        self.own ^= both;
        self.other &= !both;
        for plane in &mut self.kinds {
            *plane = *plane & !both | (*plane >> from & 1) << to;
        }
        std::mem::swap(&mut self.own, &mut self.other);
    }
}
