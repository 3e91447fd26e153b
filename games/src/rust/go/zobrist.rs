//! Random keys of stones, whose exclusive or is the key of a board (Zobrist 1970). They are part of the notation of positions under superko,
//! and so never change.

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

/// The output of SplitMix64 at this place of its sequence (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
