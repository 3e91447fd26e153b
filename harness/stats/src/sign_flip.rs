//! The studentised sign-flip test of a sum of independent sweeps, for blocks that are too small for Student's t.
//!
//! If the hypothesis holds, a sweep's deviation is as likely as its negative. The sum of all deviations over its standard error is compared with what
//! it is under random signs: exact where deviations are symmetric, and right for many sweeps where they are not, since the statistic is studentised
//! (Janssen 1999, "Testing nonparametric statistical functionals with applications to rank tests"; Canay, Romano and Shaikh 2017).

use super::sweeps::Sweep;
use treebench_games::Rng;

/// Up to this many sweeps, all signs are tried.
const MOST_EXACT: usize = 12;
/// Signs that are drawn for more, with a fixed seed.
const DRAWS: usize = 3999;
/// Blocks from this size on are centred for their variance; the deviations of smaller ones are squared as they are.
const CENTRED: usize = 3;
/// Statistics closer than this are equal but for rounding.
const EQUAL: f64 = 1e-9;

/// Three numbers of sweeps, added up: what they add to the sum, and what they weigh above and below.
type Sums = [f64; 3];

/// A block that is centred, or all smaller ones together.
#[derive(Clone, PartialEq, Debug)]
struct Part {
    sweeps: Vec<Sums>,
    centred: bool,
}

/// The sweeps of a sum by blocks, with their sums under every choice of signs that is tried.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SignFlip {
    parts: Vec<Part>,
    /// For every choice of signs, the sums of all parts; the first is that of the signs as they are.
    signed: Vec<Vec<Sums>>,
    /// The mean of the averages above and below.
    middle: f64,
    /// The sums of the factors above and below 0.
    above: f64,
    below: f64,
}

impl SignFlip {
    pub(super) fn new<'s>(blocks: impl Iterator<Item = &'s [Sweep]>) -> SignFlip {
        let (large, small): (Vec<&[Sweep]>, Vec<&[Sweep]>) = blocks.partition(|block| block.len() >= CENTRED);
        let of = |sweep: &Sweep| [sweep.plus - sweep.minus, sweep.above, sweep.below];
        let part = |sweeps: &[Sweep], centred| Part { sweeps: sweeps.iter().map(of).collect(), centred };
        let mut parts: Vec<Part> = large.iter().map(|block| part(block, true)).collect();
        parts.push(part(&small.concat(), false));
        let all: Vec<Sweep> = [large.concat(), small.concat()].concat();
        let sum = |of: fn(&Sweep) -> f64| all.iter().map(of).sum::<f64>();
        let (above, below) = (sum(|sweep| sweep.above), sum(|sweep| sweep.below));
        let middle =
            if below > 0.0 && above > 0.0 { (sum(|sweep| sweep.plus) / above + sum(|sweep| sweep.minus) / below) / 2.0 } else { 0.0 };
        let signed = if all.len() <= MOST_EXACT {
            (0..1u64 << all.len()).map(|signs| signed(&parts, &mut || signs)).collect()
        } else {
            let mut rng = Rng::from_seed(47);
            let first = signed(&parts, &mut || 0);
            [first].into_iter().chain((0..DRAWS).map(|_| signed(&parts, &mut || rng.bits64()))).collect()
        };
        SignFlip { parts, signed, middle, above, below }
    }

    /// The one-sided p-value of the sum being at most `target`.
    pub(super) fn p_above(&self, target: f64) -> f64 {
        self.p(target, 1.0)
    }

    /// The one-sided p-value of the sum being at least `target`.
    pub(super) fn p_below(&self, target: f64) -> f64 {
        self.p(target, -1.0)
    }

    /// The share of signs under which the sum lies as far on this side: that of the signs as they are is one of them. Scores count from the hypothetical
    /// average, in a difference from two averages that differ by the target and have the observed middle.
    fn p(&self, target: f64, side: f64) -> f64 {
        let (upper, lower) = match (self.above > 0.0, self.below > 0.0) {
            (true, true) => (self.middle + target / (2.0 * self.above), self.middle - target / (2.0 * self.below)),
            (true, false) => (target / self.above, 0.0),
            (false, _) => (0.0, -target / self.below),
        };
        let deviation = |[sum, above, below]: &Sums| side * (sum - upper * above + lower * below);
        // Signs do not change squares.
        let squares: Vec<f64> = self.parts.iter().map(|part| part.sweeps.iter().map(|sweep| deviation(sweep).powi(2)).sum()).collect();
        let studentised = |sums: &Vec<Sums>| {
            let (mut sum, mut variance) = (0.0, 0.0);
            for ((part, squares), sums) in self.parts.iter().zip(&squares).zip(sums) {
                let (own, n) = (deviation(sums), part.sweeps.len() as f64);
                sum += own;
                variance += if part.centred { ((squares - own * own / n) * n / (n - 1.0)).max(1e-9 * squares) } else { *squares };
            }
            if variance > 0.0 { sum / variance.sqrt() } else { 0.0 }
        };
        let observed = studentised(&self.signed[0]);
        self.signed.iter().filter(|sums| studentised(sums) >= observed - EQUAL).count() as f64 / self.signed.len() as f64
    }
}

/// The sums of all parts, each sweep with a sign: + where its bit of the words drawn is 0.
fn signed(parts: &[Part], words: &mut dyn FnMut() -> u64) -> Vec<Sums> {
    let (mut bits, mut left) = (0, 0u32);
    let mut sign = || {
        if left == 0 {
            (bits, left) = (words(), u64::BITS);
        }
        let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
        (bits, left) = (bits >> 1, left - 1);
        sign
    };
    let mut sums = |part: &Part| {
        let mut sums = [0.0; 3];
        for sweep in &part.sweeps {
            let sign = sign();
            sums.iter_mut().zip(sweep).for_each(|(sum, number)| *sum += sign * number);
        }
        sums
    };
    parts.iter().map(&mut sums).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sweeps of single cells with these scores, each cell a block.
    fn cells(scores: &[&[f64]]) -> SignFlip {
        let sweep = |cell: &&[f64], score: &f64| {
            let weight = 1.0 / (scores.len() * cell.len()) as f64;
            Sweep { plus: weight * score, above: weight, ..Sweep::default() }
        };
        let blocks: Vec<Vec<Sweep>> = scores.iter().map(|cell| cell.iter().map(|score| sweep(cell, score)).collect()).collect();
        SignFlip::new(blocks.iter().map(|block| &block[..]))
    }

    #[test]
    fn six_won_pairs_come_once_in_64_times() {
        let won = cells(&[&[1.0][..]; 6]);
        assert_eq!((won.p_above(0.5), won.p_below(0.5)), (1.0 / 64.0, 1.0));
        // Five won and one lost by half: as far or farther are all won, and one lost where the lost one may be.
        let mixed = cells(&[&[1.0][..], &[1.0], &[1.0], &[1.0], &[1.0], &[0.25]]);
        assert_eq!(mixed.p_above(0.5), 2.0 / 64.0);
    }

    #[test]
    fn drawn_signs_agree_with_all_signs() {
        // Thirteen sweeps by chance, and their p by plain enumeration of the sum, for blocks of one are not centred.
        let scores = [0.9, 0.7, 0.2, 1.0, 0.6, 0.5, 0.8, 0.75, 0.3, 0.55, 1.0, 0.4, 0.65];
        let blocks: Vec<&[f64]> = scores.chunks(1).collect();
        let deviations: Vec<f64> = scores.iter().map(|score| score - 0.5).collect();
        let observed: f64 = deviations.iter().sum();
        let signed = |signs: u32| -> f64 { deviations.iter().enumerate().map(|(i, d)| if signs >> i & 1 == 1 { -d } else { *d }).sum() };
        let exact = (0..1u32 << 13).filter(|&signs| signed(signs) >= observed - 1e-9).count() as f64 / 8192.0;
        let found = cells(&blocks).p_above(0.5);
        assert!((found - exact).abs() < 4.0 * (exact / 4000.0f64).sqrt(), "{found} {exact}");
    }

    #[test]
    fn a_difference_is_counted_from_the_common_middle() {
        // Two cells of one round each at 0.9 and 0.8: two sweeps decide nothing, and the smaller difference is less surprising.
        let sweeps = [Sweep { plus: 0.9, above: 1.0, ..Sweep::default() }, Sweep { minus: 0.8, below: 1.0, ..Sweep::default() }];
        let test = SignFlip::new(sweeps.chunks(1));
        assert_eq!((test.p_above(0.0), test.p_below(0.0)), (0.25, 1.0));
    }
}
