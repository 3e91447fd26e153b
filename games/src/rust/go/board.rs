//! The stones: chains, their liberties, placing and capturing.
//!
//! A chain knows the number of its pseudo-liberties: pairs of one of its stones and an empty neighbour of that stone. It is captured when there
//! are none left, and a stone placed on a point takes as many as the chain has stones next to the point, so that the rules never need
//! the exact liberties. Every point knows what its four neighbours hold.

use super::Ko;
use super::history::History;
use super::zobrist::STONES;

pub(super) const BLACK: usize = 0;
pub(super) const WHITE: usize = 1;
/// The codes of empty points and of points outside the board.
pub(super) const EMPTY: u8 = 2;
pub(super) const BORDER: u8 = 3;

/// The move that places no stone: an index in the border.
pub(super) const PASS: usize = 0;

/// What a stone of each colour changes in [`Stones::near`], which holds four counts of four bits, from the lowest: black neighbours and borders,
/// white neighbours and borders, empty neighbours.
const PLACED: [u16; 2] = [0x001_u16.wrapping_sub(0x100), 0x010_u16.wrapping_sub(0x100)];

/// The stones on a board, in arrays of `CAP` entries, a power of two. The point in a column and a row, from 0 at the lower left, has the index
/// `(row + 1) * STRIDE + column + 1`; around the board is a border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones<const STRIDE: usize, const CAP: usize> {
    /// `BLACK`, `WHITE`, `EMPTY` or `BORDER`.
    pub(super) colour: [u8; CAP],
    /// The neighbours of a point.
    pub(super) near: [u16; CAP],
    /// For every stone, the point that names its chain; 0 for all other points.
    pub(super) head: [u16; CAP],
    /// For every stone, the next one of its chain; the last leads to the first.
    next: [u16; CAP],
    /// For every name of a chain, its pseudo-liberties and its stones.
    pub(super) liberties: [u16; CAP],
    size: [u16; CAP],
    /// The empty points in no particular order, and the place of each in this list.
    pub(super) empty: [u16; CAP],
    place: [u16; CAP],
    pub(super) empty_count: usize,
    /// The number of stones of each player.
    pub(super) count: [u16; 2],
    /// The exclusive or of the keys of all stones.
    pub(super) key: u64,
}

impl<const STRIDE: usize, const CAP: usize> Stones<STRIDE, CAP> {
    pub(super) fn new(size: usize) -> Self {
        let mut stones = Stones {
            colour: [BORDER; CAP],
            near: [0; CAP],
            head: [0; CAP],
            next: [0; CAP],
            liberties: [0; CAP],
            size: [0; CAP],
            empty: [0; CAP],
            place: [0; CAP],
            empty_count: 0,
            count: [0; 2],
            key: 0,
        };
        for point in points::<STRIDE>(size) {
            stones.colour[point] = EMPTY;
            stones.add_empty(point);
        }
        for point in points::<STRIDE>(size) {
            let inside = Self::neighbours(point).into_iter().filter(|&other| stones.colour[other] == EMPTY).count() as u16;
            stones.near[point] = (inside << 8) | ((4 - inside) * 0x11);
        }
        stones
    }

    /// The four points around a point of the board. The mask changes nothing, but tells the compiler that arrays need no check.
    #[inline(always)]
    pub(super) fn neighbours(point: usize) -> [usize; 4] {
        let mask = CAP - 1;
        [(point - STRIDE) & mask, (point - 1) & mask, (point + 1) & mask, (point + STRIDE) & mask]
    }

    #[inline(always)]
    pub(super) fn diagonals(point: usize) -> [usize; 4] {
        let mask = CAP - 1;
        [(point - STRIDE - 1) & mask, (point - STRIDE + 1) & mask, (point + STRIDE - 1) & mask, (point + STRIDE + 1) & mask]
    }

    #[inline(always)]
    pub(super) fn has_empty_neighbour(&self, point: usize) -> bool {
        self.near[point & (CAP - 1)] >> 8 != 0
    }

    /// How many neighbours of a point hold stones of a colour or are outside the board.
    #[inline(always)]
    pub(super) fn near(&self, point: usize, colour: usize) -> u16 {
        self.near[point & (CAP - 1)] >> (4 * colour) & 15
    }

    #[inline(always)]
    fn add_empty(&mut self, point: usize) {
        self.empty[self.empty_count & (CAP - 1)] = point as u16;
        self.place[point & (CAP - 1)] = self.empty_count as u16;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: usize) {
        self.empty_count -= 1;
        self.swap_empty(usize::from(self.place[point & (CAP - 1)]), self.empty_count);
    }

    /// Exchanges two entries of the list of empty points.
    #[inline(always)]
    pub(super) fn swap_empty(&mut self, i: usize, k: usize) {
        let mask = CAP - 1;
        let (one, other) = (self.empty[i & mask], self.empty[k & mask]);
        (self.empty[i & mask], self.empty[k & mask]) = (other, one);
        self.place[usize::from(other) & mask] = i as u16;
        self.place[usize::from(one) & mask] = k as u16;
    }

    /// For each of the four neighbours of an empty point, whether it belongs to a chain without liberties besides this point: the chain has
    /// as many pseudo-liberties as there are neighbours that belong to it.
    #[inline(always)]
    pub(super) fn ends_with(&self, around: [usize; 4]) -> [bool; 4] {
        let heads = [self.head[around[0]], self.head[around[1]], self.head[around[2]], self.head[around[3]]];
        let [a, b, c, d] = heads;
        let same = |x: u16, y: u16| u16::from(x == y);
        let (ab, ac, ad, bc, bd, cd) = (same(a, b), same(a, c), same(a, d), same(b, c), same(b, d), same(c, d));
        let touching = [ab + ac + ad, ab + bc + bd, ac + bc + cd, ad + bd + cd];
        // What is no stone has the chain 0, which has no liberties.
        let ends = |i: usize| self.liberties[usize::from(heads[i]) & (CAP - 1)] == 1 + touching[i];
        [ends(0), ends(1), ends(2), ends(3)]
    }

    /// The stones of the chain with this name.
    pub(super) fn chain(&self, head: usize) -> impl Iterator<Item = usize> {
        let mut at = head;
        (0..self.size[head]).map(move |_| {
            at = usize::from(self.next[at]);
            at
        })
    }

    /// Whether the stone on this point is alone and has one liberty.
    #[inline(always)]
    pub(super) fn is_single_in_atari(&self, point: usize) -> bool {
        let head = usize::from(self.head[point & (CAP - 1)]) & (CAP - 1);
        self.size[head] == 1 && self.liberties[head] == 1
    }

    /// The number of stones of the chain with this name.
    #[inline(always)]
    pub(super) fn size_of(&self, head: usize) -> u16 {
        self.size[head & (CAP - 1)]
    }

    /// The number of stones.
    #[inline(always)]
    pub(super) fn total(&self) -> u16 {
        self.count[0] + self.count[1]
    }

    /// Places a stone on an empty point, captures enemy chains without liberties, and then the stone's own chain if it has none. Returns the
    /// number of enemy stones captured, and a point among these.
    #[inline(always)]
    pub(super) fn put(&mut self, point: usize, me: usize) -> (u16, usize) {
        let mask = CAP - 1;
        let point = point & mask;
        self.remove_empty(point);
        self.colour[point] = me as u8;
        self.head[point] = point as u16;
        self.next[point] = point as u16;
        self.size[point] = 1;
        self.liberties[point] = self.near[point] >> 8;
        self.count[me & 1] += 1;
        self.key ^= STONES[me & 1][point];
        let mut captured = (0, PASS);
        for other in Self::neighbours(point) {
            self.near[other] = self.near[other].wrapping_add(PLACED[me & 1]);
            let colour = self.colour[other];
            if colour >= EMPTY {
                continue;
            }
            let head = usize::from(self.head[other]) & mask;
            self.liberties[head] -= 1;
            if usize::from(colour) == me {
                self.join(usize::from(self.head[point]) & mask, head);
            } else if self.liberties[head] == 0 {
                captured = (captured.0 + self.size[head], other);
                self.remove(head, 1 - me);
            }
        }
        let own = usize::from(self.head[point]) & mask;
        if self.liberties[own] == 0 {
            self.remove(own, me);
        }
        captured
    }

    /// Makes one chain of two.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let mask = CAP - 1;
        let (long, short) = if self.size[a] < self.size[b] { (b, a) } else { (a, b) };
        self.size[long] += self.size[short];
        self.liberties[long] += self.liberties[short];
        let mut at = short;
        loop {
            self.head[at] = long as u16;
            at = usize::from(self.next[at]) & mask;
            if at == short {
                break;
            }
        }
        self.next.swap(long, short);
    }

    /// Takes a chain off the board.
    pub(super) fn remove(&mut self, head: usize, owner: usize) {
        let mask = CAP - 1;
        self.count[owner & 1] -= self.size[head];
        let mut at = head;
        loop {
            self.colour[at] = EMPTY;
            self.head[at] = 0;
            self.key ^= STONES[owner & 1][at];
            self.add_empty(at);
            for other in Self::neighbours(at) {
                self.near[other] = self.near[other].wrapping_sub(PLACED[owner & 1]);
                if self.colour[other] < EMPTY {
                    let chain = usize::from(self.head[other]) & mask;
                    self.liberties[chain] = self.liberties[chain].wrapping_add(1);
                }
            }
            at = usize::from(self.next[at]) & mask;
            if at == head {
                break;
            }
        }
    }
}

/// The points of a board, row by row from the lower left.
pub(super) fn points<const STRIDE: usize>(size: usize) -> impl Iterator<Item = usize> + Clone {
    (1..=size).flat_map(move |row| (row * STRIDE + 1)..=(row * STRIDE + size))
}

/// Constants derived from the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) size: usize,
    pub(super) ko: Ko,
    pub(super) suicide: bool,
    /// In half points.
    pub(super) komi: i32,
    pub(super) max_moves: u32,
    /// Playouts that find dead stones; 0 for none.
    pub(super) dead_stones: u32,
}

/// A position: the stones, who is to move, and what the rules must remember.
#[derive(Debug)]
pub(super) struct Board<const STRIDE: usize, const CAP: usize> {
    pub(super) rules: Rules,
    pub(super) stones: Stones<STRIDE, CAP>,
    pub(super) mover: usize,
    /// The handicap stones that Black has yet to place.
    pub(super) free: u16,
    /// The point that the rule of simple ko forbids, or `PASS`.
    pub(super) ko: usize,
    /// Passes since the last stone.
    pub(super) passes: u8,
    /// Moves made, passes included.
    pub(super) moves: u32,
    /// The points of the last move and the one before, `PASS` if a player passed or they are not known. Only playouts with knowledge read
    /// them, so they are no part of the notation.
    pub(super) last: [u16; 2],
    /// Black's area less White's and the komi, in half points, without dead stones; `None` while the board is counted as it is.
    pub(super) settled: Option<i32>,
    /// Under superko, all positions so far, this one included; otherwise empty.
    pub(super) history: History<CAP>,
}

impl<const STRIDE: usize, const CAP: usize> Clone for Board<STRIDE, CAP> {
    fn clone(&self) -> Self {
        Board { history: self.history.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.history.clone_from(&other.history);
        let Board { rules, stones, mover, free, ko, passes, moves, last, settled, history: _ } = other;
        (self.rules, self.mover, self.free, self.ko, self.passes, self.moves) = (*rules, *mover, *free, *ko, *passes, *moves);
        (self.last, self.settled) = (*last, *settled);
        self.stones = *stones;
    }
}
