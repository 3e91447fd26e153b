//! The random numbers inside one playout.

/// The increment of the state.
pub(crate) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): one word of state, so that native code keeps
/// it in a register. A playout's generator is seeded with 64 bits of the seat's ChaCha8 stream.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// The seed of a generator that continues this one.
    pub(crate) fn state(&self) -> u64 {
        self.0
    }

    /// 64 uniform bits.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`: the high half of the product with 64 bits, with a bias of at most n / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(n)) >> 64) as u64
    }
}
