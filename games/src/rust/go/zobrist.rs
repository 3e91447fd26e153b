//! Random keys of stones, whose exclusive or is the key of a board (Zobrist 1970). They are part of the notation of positions under superko,
//! and so never change.

use crate::hash::{STEP, mix};

/// The key of a stone of each colour on each point, by its index on the board.
pub(super) static STONES: [[u64; 1024]; 2] = [keys(1), keys(2)];

/// The key of White's turn.
pub(super) const WHITE_TO_MOVE: u64 = mixed(3 << 32);

const fn keys(colour: u64) -> [u64; 1024] {
    let mut keys = [0; 1024];
    let mut point = 0;
    while point < 1024 {
        keys[point] = mixed(colour << 32 | point as u64);
        point += 1;
    }
    keys
}

/// The number at this place of SplitMix64's sequence from the seed 0.
pub(super) const fn mixed(number: u64) -> u64 {
    mix(number.wrapping_mul(STEP))
}
