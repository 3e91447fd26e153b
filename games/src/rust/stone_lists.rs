//! Lists of both players' stones, from which random play draws without counting bits.

use crate::{Rng, bits};

/// The squares of both players' stones, with room for `MOST` of each, a power of two; [`StoneLists::step`] and [`StoneLists::remove`] keep
/// them consistent with the board.
pub(super) struct StoneLists<const MOST: usize> {
    /// The squares of each player's stones, in no order.
    squares: [[u8; MOST]; 2],
    /// The number of stones of each player.
    counts: [u32; 2],
    /// The index of the stone on a square in its owner's list.
    places: [u8; 64],
}

impl<const MOST: usize> StoneLists<MOST> {
    /// The lists of these stones, at most `MOST` of each player.
    pub(super) fn new(stones: [u64; 2]) -> Self {
        let mut lists = StoneLists { squares: [[0; MOST]; 2], counts: [0; 2], places: [0; 64] };
        for (player, stones) in stones.into_iter().enumerate() {
            for square in bits::ones(stones) {
                let place = lists.counts[player];
                lists.squares[player][place as usize % MOST] = square as u8;
                lists.places[square as usize & 63] = place as u8;
                lists.counts[player] += 1;
            }
        }
        lists
    }

    /// The number of a player's stones.
    #[inline(always)]
    pub(super) fn count(&self, player: usize) -> u32 {
        self.counts[player]
    }

    /// The square of the stone at this index of a player's list.
    #[inline(always)]
    pub(super) fn square(&self, player: usize, place: u32) -> u32 {
        u32::from(self.squares[player][place as usize % MOST])
    }

    /// Moves a player's stone. A stone on the target must be removed first.
    #[inline(always)]
    pub(super) fn step(&mut self, player: usize, from: u32, to: u32) {
        self.step_at(player, u32::from(self.places[from as usize & 63]), to);
    }

    /// Moves the stone at this index of a player's list. A stone on the target must be removed first.
    #[inline(always)]
    pub(super) fn step_at(&mut self, player: usize, place: u32, to: u32) {
        self.squares[player][place as usize % MOST] = to as u8;
        self.places[to as usize & 63] = place as u8;
    }

    /// Takes a player's stone off the board; the last of the list takes its place.
    #[inline(always)]
    pub(super) fn remove(&mut self, player: usize, square: u32) {
        let place = self.places[square as usize & 63];
        self.counts[player] -= 1;
        let last = self.squares[player][self.counts[player] as usize % MOST];
        self.squares[player][usize::from(place) % MOST] = last;
        self.places[usize::from(last) & 63] = place;
    }
}

/// Draws candidates until one is legal, and returns its move; `candidate` makes one from 32 random bits. Two at a time: a mispredicted
/// branch costs more than an unused candidate.
#[inline(always)]
pub(super) fn draw_legal<T>(rng: &mut Rng, candidate: impl Fn(u32) -> (bool, T)) -> T {
    loop {
        let bits = rng.bits64();
        let (first, second) = (candidate(bits as u32), candidate((bits >> 32) as u32));
        let (legal, drawn) = if first.0 { first } else { second };
        if legal {
            return drawn;
        }
    }
}

/// A uniformly random one of these moves, or `None` if there is none.
#[cold]
pub(super) fn draw_listed<T>(moves: impl Iterator<Item = T> + Clone, rng: &mut Rng) -> Option<T> {
    match moves.clone().count() {
        0 => None,
        count => { moves }.nth(rng.below(count)),
    }
}

/// [`Rng::split`] on the lowest 16 bits, for loops that try several pairs from one draw.
#[inline(always)]
pub(super) fn split_short(bits: u64, n: u32, m: u32) -> (u32, u32, bool) {
    let outer = (bits as u32 & 0xffff) * n;
    let inner = (outer & 0xffff) * m;
    let (both, rest) = (n * m, inner & 0xffff);
    (outer >> 16, inner >> 16, rest >= both || rest >= (1 << 16) % both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_pairs_are_equally_likely() {
        for (n, m) in [(1, 8), (7, 8), (12, 8), (16, 8), (5, 3)] {
            let mut counts = vec![0; (n * m) as usize];
            for bits in 0..1 << 16 {
                // Bits above the lowest 16 are ignored.
                let (a, b, exact) = split_short(bits | 0xabcd_0000, n, m);
                counts[(a * m + b) as usize] += u32::from(exact);
            }
            assert_eq!(counts, vec![(1 << 16) / (n * m); (n * m) as usize], "{n} × {m}");
        }
    }

    #[test]
    fn lists_follow_the_stones() {
        let mut lists = StoneLists::<16>::new([0b1011, 0b1_0100]);
        lists.remove(0, 0);
        lists.step(0, 3, 5);
        lists.remove(1, 4);
        lists.step(0, 1, 4);
        let squares = |player| (0..lists.count(player)).map(|place| 1u64 << lists.square(player, place)).sum::<u64>();
        assert_eq!([squares(0), squares(1)], [0b11_0000, 0b100]);
    }
}
