//! Move generation with shifted sets of squares.

use super::board::{Board, NO_SQUARE};
use super::pieces::captures;
use crate::{Move, bits};

/// The first code of an outcome of chance; the piece is added. Moves are `from + 32 × to` and lie below; a reveal moves a square to itself.
pub(super) const OUTCOME: u64 = 1_024;

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

/// The targets of the quiet steps of the player to move, by direction. Two directions share a word, so that counting them takes two
/// population counts.
pub(super) struct Quiet {
    pub(super) up_right: u64,
    pub(super) down_left: u64,
}

impl Quiet {
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.up_right.count_ones() + self.down_left.count_ones()
    }

    /// The step with this number.
    #[inline(always)]
    pub(super) fn nth(&self, rank: u32) -> (u8, u8) {
        let first = self.up_right.count_ones();
        let (word, rank, side) = if rank < first { (self.up_right, rank, 0) } else { (self.down_left, rank - first, 2) };
        step(bits::select(word, rank), side)
    }

    fn each(&self) -> impl Iterator<Item = (u8, u8)> {
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

/// The 64-bit code of a move.
#[inline(always)]
pub(super) fn encode(from: u8, to: u8) -> Move {
    Move(u64::from(from) | u64::from(to) << 5)
}

/// The squares of a move that is not an outcome of chance.
#[inline(always)]
pub(super) fn decode(m: Move) -> (u8, u8) {
    ((m.0 & 31) as u8, (m.0 >> 5 & 31) as u8)
}

impl Board {
    /// The face-up pieces of the player to move and of the other.
    #[inline(always)]
    pub(super) fn sides(&self) -> (u32, u32) {
        self.colour_of(self.mover).map_or((0, 0), |own| (self.colours[own], self.colours[1 - own]))
    }

    /// The quiet steps of the player to move.
    #[inline(always)]
    pub(super) fn quiet_steps(&self) -> Quiet {
        let (own, _) = self.sides();
        let empty = self.all() & !(self.colours[0] | self.colours[1] | self.dark);
        let to = |direction| u64::from(shift(own, direction) & empty);
        Quiet { up_right: to(0) | to(1) << 32, down_left: to(2) | to(3) << 32 }
    }

    /// Calls `found` with every capture of the player to move: from where, to where.
    #[inline(always)]
    pub(super) fn each_capture(&self, mut found: impl FnMut(u8, u8)) {
        let (own, other) = self.sides();
        for (direction, delta) in STEPS.into_iter().enumerate() {
            for to in bits::ones(u64::from(shift(own & !self.cannons, direction) & other)) {
                let from = (to as i8 - delta) as u8;
                if captures(self.squares[usize::from(from)], self.squares[to as usize]) {
                    found(from, to as u8);
                }
            }
        }
        for from in bits::ones(u64::from(own & self.cannons)) {
            self.each_jump(from as u8, other, &mut found);
        }
    }

    /// The captures of a cannon: in each direction the second piece, if it is one of `other`.
    #[inline(always)]
    fn each_jump(&self, from: u8, other: u32, found: &mut impl FnMut(u8, u8)) {
        let occupied = self.colours[0] | self.colours[1] | self.dark;
        let [up, right, down, left] = RAYS[usize::from(from)];
        for ray in [up, right] {
            let line = ray & occupied;
            let behind = line & line.wrapping_sub(1);
            if behind & behind.wrapping_neg() & other != 0 {
                found(from, behind.trailing_zeros() as u8);
            }
        }
        for ray in [down, left] {
            let line = ray & occupied;
            if line == 0 {
                continue;
            }
            let behind = line ^ 1 << (31 - line.leading_zeros());
            if behind != 0 && other >> (31 - behind.leading_zeros()) & 1 == 1 {
                found(from, (31 - behind.leading_zeros()) as u8);
            }
        }
    }

    /// Whether the player to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        if self.dark != 0 {
            return true;
        }
        let quiet = self.quiet_steps();
        let mut any = quiet.up_right | quiet.down_left != 0;
        if !any {
            self.each_capture(|_, _| any = true);
        }
        any
    }

    /// Appends all captures.
    #[inline(always)]
    pub(super) fn push_captures(&self, out: &mut Vec<Move>) {
        self.each_capture(|from, to| out.push(encode(from, to)));
    }

    /// Appends all moves, or the outcomes of chance.
    pub(super) fn push_moves(&self, out: &mut Vec<Move>) {
        if self.pending != NO_SQUARE {
            let seen = self.unseen.iter().enumerate().filter(|&(_, &count)| count > 0);
            out.extend(seen.map(|(piece, _)| Move(OUTCOME + piece as u64)));
            return;
        }
        out.extend(bits::ones(u64::from(self.dark)).map(|square| encode(square as u8, square as u8)));
        out.extend(self.quiet_steps().each().map(|(from, to)| encode(from, to)));
        self.push_captures(out);
    }
}
