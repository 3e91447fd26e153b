//! The only source of randomness: ChaCha8, with key and stream from the plan, never from a clock or a thread.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng, TryRng};
use std::convert::Infallible;

/// A reproducible random generator. Every game, and every seat in it, has its own stream.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator with this key and stream. Generators with different streams are independent.
    pub fn new(key: [u8; 32], stream: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Rng(rng)
    }

    /// A generator for tests, examples and the command line: the key is `seed` in little-endian bytes, the rest zero.
    pub fn from_seed(seed: u64) -> Self {
        Rng::of_seed(seed, 0)
    }

    /// Another stream of the same key: streams of one seed are independent.
    pub fn of_seed(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Rng::new(key, stream)
    }

    /// 32 uniform bits.
    #[inline]
    pub fn bits32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// 64 uniform bits.
    #[inline]
    pub fn bits64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..n`, without bias (Lemire, "Fast random integer generation in an interval", 2019).
    ///
    /// # Panics
    /// If `n` is 0 or does not fit 32 bits.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let n = u32::try_from(n).expect("at most 2^32 - 1 alternatives");
        assert!(n > 0, "a choice needs at least one alternative");
        let mut product = u64::from(self.bits32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.bits32()) * u64::from(n);
            }
        }
        (product >> 32) as usize
    }

    /// Turns 32 uniform bits into a pair from `0..n` × `0..m`, and whether to accept it. The pairs are exactly uniform if rejected ones are
    /// drawn again with fresh bits. This is [`Rng::below`] of `n·m` without the division.
    ///
    /// For loops that retry anyway. `n·m` must fit 32 bits.
    #[inline(always)]
    pub fn split(bits: u32, n: u32, m: u32) -> (u32, u32, bool) {
        let both = n * m;
        let outer = u64::from(bits) * u64::from(n);
        // The fractional part of the first product selects the second number.
        let inner = u64::from(outer as u32) * u64::from(m);
        let rest = inner as u32;
        let counts = rest >= both || rest >= both.wrapping_neg() % both;
        ((outer >> 32) as u32, (inner >> 32) as u32, counts)
    }

    /// A uniform number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A uniform element of `items`, or `None` if there is none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// Makes it a generator of the crate `rand` 0.10: `use rand::RngExt as _;` brings methods such as `random_range`. Their draws may change with
/// the version of that crate; those of [`Rng`]'s own methods do not.
impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.bits32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.bits64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn below_is_uniform() {
        // χ² with 6 degrees of freedom stays below 22.46 with probability 0.999.
        let mut rng = Rng::from_seed(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 22.46, "χ² = {chi2}, counts {counts:?}");
    }

    #[test]
    fn split_bits_are_those_of_one_draw_from_the_product() {
        let (mut one, mut two) = (Rng::from_seed(5), Rng::from_seed(5));
        for i in 0..10_000u32 {
            let (n, m) = (1 + i % 17, 1 + i % 5);
            let (a, b) = loop {
                let (a, b, counts) = Rng::split(two.bits32(), n, m);
                if counts {
                    break (a, b);
                }
            };
            assert_eq!(one.below((n * m) as usize), (a * m + b) as usize, "{n} × {m}");
        }
    }

    #[test]
    fn streams_differ_and_repeat() {
        let draw = |stream| Rng::new([3; 32], stream).bits64();
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
