//! The bias functions of the GPN paper and its follow-ups, which map proof numbers to terms in [0, 1].

use crate::parts::proof_number::{INFINITE, MOST_FINITE};
use treebench_games::Params;

/// How the proof numbers of a node's children become terms; the easier the proof, the greater the term. Infinite numbers give 0.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BiasRule {
    /// By the rank among all numbers (GPN paper, eq. 3).
    Rank,
    /// By the distance from the least number, over the range: 1 − (pn − min) / (1 + max − min) (eq. 4).
    Max,
    /// By the share of the sum: 1 − pn / (1 + Σ pn) (eq. 5).
    Sum,
    /// By the logarithm of the distance from the least: 1 − ln(1 + pn − min) / ln(2 + max − min) (the authors' research code).
    Log,
    /// By an exponential of the distance from the least: exp(−(pn − min) / (1 + mean − min)) (the authors' research code).
    Exp,
    /// By the share of the sum of the distances from the least: 1 − (pn − min) / (1 + Σ(pn − min)) (the authors' research code).
    Excess,
    /// By the share of the greatest: 1 − pn / max, where some are infinite 1 − pn / (max + 1) (an older state of the authors' code, before
    /// eq. 4). The least number does not get 1.
    MaxUnshifted,
    /// By the share of the sum: 1 − pn / Σ pn (an older state of the authors' code, before eq. 5).
    SumUnshifted,
}

/// How ranks are counted.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// Equal numbers share a rank and the next follows (1, 1, 2): 1 − rank / greatest rank (eq. 3).
    Dense,
    /// Equal numbers share a rank and the next skips theirs (1, 1, 3): 1 − rank / number of moves (the authors' code).
    /// Several infinite numbers then give more than 0.
    Competition,
}

impl BiasRule {
    /// Writes the term of every number; `order` is a buffer for sorting.
    pub fn terms(self, ranks: Ranks, numbers: &[u32], order: &mut Vec<u64>, mut write: impl FnMut(usize, f32)) {
        if self == BiasRule::Rank {
            return by_rank(ranks, numbers, order, write);
        }
        let (mut min, mut max, mut sum, mut count) = (MOST_FINITE, 0, 0u64, 0u64);
        for &pn in numbers.iter().filter(|&&pn| pn != INFINITE) {
            min = min.min(pn);
            max = max.max(pn);
            sum += u64::from(pn);
            count += 1;
        }
        let spread = || f64::from(max - min);
        let mean = || sum as f64 / count as f64;
        // The divisor. `min` is a finite number wherever it is used.
        let scale = match self {
            _ if count == 0 => 1.0,
            BiasRule::Rank | BiasRule::Max => 1.0 + spread(),
            BiasRule::Sum => 1.0 + sum as f64,
            BiasRule::Log => libm::log(2.0 + spread()),
            BiasRule::Exp => 1.0 + mean() - f64::from(min),
            BiasRule::Excess => 1.0 + sum as f64 - count as f64 * f64::from(min),
            BiasRule::MaxUnshifted => f64::from(max) + if (count as usize) < numbers.len() { 1.0 } else { 0.0 },
            BiasRule::SumUnshifted => sum as f64,
        };
        for (k, &pn) in numbers.iter().enumerate() {
            // The unshifted rules have no terms where all finite numbers are 0.
            let term = if pn == INFINITE || scale == 0.0 {
                0.0
            } else {
                let above = f64::from(pn - min);
                match self {
                    BiasRule::Sum | BiasRule::MaxUnshifted | BiasRule::SumUnshifted => 1.0 - f64::from(pn) / scale,
                    BiasRule::Log => 1.0 - libm::log(1.0 + above) / scale,
                    BiasRule::Exp => libm::exp(-above / scale),
                    BiasRule::Rank | BiasRule::Max | BiasRule::Excess => 1.0 - above / scale,
                }
            };
            write(k, term as f32);
        }
    }
}

/// The terms of eq. 3 and of its implementation in the authors' code.
fn by_rank(ranks: Ranks, numbers: &[u32], order: &mut Vec<u64>, mut write: impl FnMut(usize, f32)) {
    order.clear();
    order.extend(numbers.iter().enumerate().map(|(k, &pn)| u64::from(pn) << 32 | k as u64));
    order.sort_unstable();
    let number = |entry: u64| (entry >> 32) as u32;
    let divisor = match ranks {
        Ranks::Dense => 1 + order.windows(2).filter(|pair| number(pair[0]) != number(pair[1])).count(),
        Ranks::Competition => numbers.len(),
    };
    let step = 1.0 / divisor as f32;
    let (mut rank, mut before) = (0, None);
    for (place, &entry) in order.iter().enumerate() {
        if before != Some(number(entry)) {
            rank = match ranks {
                Ranks::Dense => rank + 1,
                Ranks::Competition => place + 1,
            };
            before = Some(number(entry));
        }
        write((entry & 0xffff_ffff) as usize, (divisor - rank) as f32 * step);
    }
}
