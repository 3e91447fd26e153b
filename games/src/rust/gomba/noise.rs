//! Random numbers that depend only on a path through the tree.
//!
//! Every node has a key of 64 bits; a child's key mixes its parent's key with the number of the move, and each draw at a node mixes its key
//! with a constant per purpose. The mix is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014), so siblings are consecutive numbers of that generator. It replaces the paper's linear congruential generator, whose
//! weakness section 2.4.1 deplores.

use crate::hash::{STEP, mix};
use std::sync::LazyLock;

/// The purpose of a draw.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(in crate::rust) enum Purpose {
    /// The step of the difficulty.
    Difficulty = 0xd1b5_4a32_d192_ed03,
    /// The value of an unforced position.
    Value = 0x8cb9_2ba7_2f3d_8dd7,
    /// Which child is forced.
    Forced = 0xabc9_8388_fb8f_ac03,
    /// The variation of the spread at this node.
    Spread = 0xe703_7ed1_a0b4_28db,
    /// The winner among several opponents.
    Winner = 0x5899_65cc_7537_4cc3,
    /// The value of an action in the whole tree.
    Action = 0x1d8e_4e27_c47d_124f,
    /// A tree drawn for one game of an experiment.
    Tree = 0xeb44_acca_b455_d165,
}

/// The key of the root of a tree.
pub(in crate::rust) fn root(tree: u64) -> u64 {
    mix(mix(tree.wrapping_add(STEP)).wrapping_add(STEP))
}

/// The number of a tree drawn by an experiment, distinct from those that users number themselves.
pub(in crate::rust) fn drawn_tree(seed: u64, bits: u64) -> u64 {
    mix(mix(seed.wrapping_add(STEP)) ^ bits ^ Purpose::Tree as u64)
}

/// The key of the child that a move leads to.
#[inline(always)]
pub(in crate::rust) fn child(key: u64, action: u64) -> u64 {
    mix(key.wrapping_add((action + 1).wrapping_mul(STEP)))
}

/// 64 uniform bits for a purpose.
#[inline(always)]
pub(in crate::rust) fn bits(key: u64, purpose: Purpose) -> u64 {
    mix(key ^ purpose as u64)
}

/// A uniform number in [0, 1) with 53 bits.
#[inline(always)]
pub(super) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// A uniform number below `n`; the bias is below n / 2⁶⁴.
#[inline(always)]
pub(in crate::rust) fn below(bits: u64, n: u64) -> u64 {
    ((u128::from(bits) * u128::from(n)) >> 64) as u64
}

/// The number of layers of the ziggurat.
const LAYERS: usize = 256;
/// The start of the tail for this number of layers (Marsaglia and Tsang, "The ziggurat method", 2000; a test solves for it).
const TAIL: f64 = 3.654_152_885_361_009;

/// Normally distributed numbers by the ziggurat method: one multiplication and one comparison in 98.8 % of cases.
pub(super) struct Ziggurat {
    /// The right edges of the layers, from the bottom one, which includes the tail, to 0 at the top.
    edges: [f64; LAYERS + 1],
    /// exp(−x²/2) at these edges.
    heights: [f64; LAYERS + 1],
}

/// The tables, computed with libm so that they are the same on every machine.
pub(super) fn ziggurat() -> &'static Ziggurat {
    static TABLES: LazyLock<Ziggurat> = LazyLock::new(Ziggurat::new);
    &TABLES
}

fn height(x: f64) -> f64 {
    libm::exp(-0.5 * x * x)
}

impl Ziggurat {
    fn new() -> Self {
        let tail = (std::f64::consts::PI / 2.0).sqrt() * libm::erfc(TAIL / std::f64::consts::SQRT_2);
        let area = TAIL * height(TAIL) + tail;
        let mut edges = [0.0; LAYERS + 1];
        (edges[0], edges[1]) = (area / height(TAIL), TAIL);
        for layer in 2..LAYERS {
            let below: f64 = edges[layer - 1];
            edges[layer] = (-2.0 * libm::log(area / below + height(below))).sqrt();
        }
        Ziggurat { edges, heights: edges.map(height) }
    }

    /// A standard normal number from 64 uniform bits.
    #[inline(always)]
    pub(super) fn normal(&self, bits: u64) -> f64 {
        // The layer and the number inside it use different bits.
        let layer = (bits & (LAYERS as u64 - 1)) as usize;
        let x = (2.0 * unit(bits) - 1.0) * self.edges[layer];
        if x.abs() < self.edges[layer + 1] { x } else { self.slow(bits) }
    }

    /// The rare cases: the edge of a layer, or the tail. Redraws from bits that follow from the first until one is accepted.
    #[cold]
    #[inline(never)]
    fn slow(&self, mut bits: u64) -> f64 {
        let mut next = bits;
        let mut draw = || {
            next = next.wrapping_add(STEP);
            mix(next)
        };
        loop {
            let layer = (bits & (LAYERS as u64 - 1)) as usize;
            let side = 2.0 * unit(bits) - 1.0;
            let x = side * self.edges[layer];
            if x.abs() < self.edges[layer + 1] {
                return x;
            }
            if layer == 0 {
                // The tail, by Marsaglia's method of 1964. 1 − u is never 0.
                loop {
                    let a = -libm::log(1.0 - unit(draw())) / TAIL;
                    let b = -libm::log(1.0 - unit(draw()));
                    if 2.0 * b > a * a {
                        return (TAIL + a).copysign(side);
                    }
                }
            }
            let (low, high) = (self.heights[layer], self.heights[layer + 1]);
            if low + unit(draw()) * (high - low) < height(x) {
                return x;
            }
            bits = draw();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_of_the_ziggurat_have_equal_areas_up_to_the_top() {
        let Ziggurat { edges, heights } = ziggurat();
        let area = edges[0] * heights[1];
        for layer in 1..LAYERS {
            let this = edges[layer] * (heights[layer + 1] - heights[layer]);
            assert!((this - area).abs() < 1e-9, "layer {layer} has {this}, not {area}");
        }
    }

    #[test]
    fn normal_numbers_are_normal() {
        let (ziggurat, n) = (ziggurat(), 400_000);
        let mut counts = [0.0; 14];
        let mut tail = 0;
        for i in 0..n {
            let x = ziggurat.normal(bits(child(7, i), Purpose::Difficulty));
            counts[((x * 2.0 + 7.0).floor().clamp(0.0, 13.0)) as usize] += 1.0;
            tail += u32::from(x.abs() > TAIL);
        }
        // Against Φ: bins of width ½ from −3 to 3 and the rest; χ² with 13 degrees of freedom is below 34.5 with probability 0.999.
        let phi = |x: f64| 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2);
        let chi2: f64 = (0..14)
            .map(|bin| {
                let low = if bin == 0 { 0.0 } else { phi(f64::from(bin) / 2.0 - 3.5) };
                let high = if bin == 13 { 1.0 } else { phi(f64::from(bin) / 2.0 - 3.0) };
                let expected = (high - low) * n as f64;
                (counts[bin as usize] - expected).powi(2) / expected
            })
            .sum();
        assert!(chi2 < 34.5, "χ² = {chi2}: {counts:?}");
        // The tail beyond 3.654 has 2.58 in 10,000: 103 here, ± 5 standard deviations.
        assert!((53..=153).contains(&tail), "{tail}");
    }
}
