//! The stones of two players as lists, from which random play draws without counting bits.

use crate::bits;

/// The most stones that a player may have.
const MOST: usize = 16;

/// The squares of both players' stones, kept in line with the board by [`StoneLists::step`] and [`StoneLists::remove`].
pub(super) struct StoneLists {
    /// The squares of each player's stones, in no order.
    squares: [[u8; MOST]; 2],
    /// How many stones each has.
    counts: [u32; 2],
    /// Where the stone on a square stands in its owner's list.
    places: [u8; 64],
}

impl StoneLists {
    /// The lists of these stones, at most 16 of each player.
    pub(super) fn new(stones: [u64; 2]) -> StoneLists {
        let mut lists = StoneLists { squares: [[0; MOST]; 2], counts: [0; 2], places: [0; 64] };
        for (player, stones) in stones.into_iter().enumerate() {
            for square in bits::ones(stones) {
                let place = lists.counts[player];
                lists.squares[player][place as usize] = square as u8;
                lists.places[square as usize & 63] = place as u8;
                lists.counts[player] += 1;
            }
        }
        lists
    }

    /// How many stones a player has.
    #[inline(always)]
    pub(super) fn count(&self, player: usize) -> u32 {
        self.counts[player]
    }

    /// The square of the stone at this place of a player's list.
    #[inline(always)]
    pub(super) fn square(&self, player: usize, place: u32) -> u32 {
        u32::from(self.squares[player][place as usize % MOST])
    }

    /// Moves a player's stone; what stood on the target must be removed before.
    #[inline(always)]
    pub(super) fn step(&mut self, player: usize, from: u32, to: u32) {
        let place = self.places[from as usize & 63];
        self.squares[player][usize::from(place) % MOST] = to as u8;
        self.places[to as usize & 63] = place;
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
