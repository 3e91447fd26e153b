//! From proof numbers to a term in [0, 1]: the bias functions of the GPN paper and its follow-ups.

use crate::search::{INFINITE, MOST_FINITE};

/// How the proof numbers of all children of a node become terms, the greater the easier to prove. An infinite number counts 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BiasRule {
    /// By the place in the order of numbers (GPN paper, eq. 3).
    Rank(Ranks),
    /// 1 − (pn − min) / (1 + max − min), over the finite numbers (eq. 4).
    Max,
    /// 1 − pn / (1 + Σ pn), over the finite numbers (eq. 5).
    Sum,
    /// 1 − ln(1 + pn − min) / ln(2 + max − min) (from the authors' public research code).
    Log,
    /// exp(−(pn − min) / (1 + mean − min)) (same code).
    Exp,
    /// 1 − (pn − min) / (1 + Σ(pn − min)) (same code).
    Excess,
}

/// How places in the order are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// Equal numbers share a rank and the next one follows (1, 1, 2): 1 − rank / greatest rank (eq. 3).
    Dense,
    /// Equal numbers share a rank and the next one skips theirs (1, 1, 3): 1 − rank / number of moves (the authors' code).
    /// Several infinite numbers then count more than 0.
    Competition,
}

impl BiasRule {
    /// Writes the term of every number; `order` is memory to sort in.
    pub fn terms(self, numbers: &[u32], order: &mut Vec<u64>, mut write: impl FnMut(usize, f32)) {
        if let BiasRule::Rank(ranks) = self {
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
        // What the numbers are divided by; the smallest finite number exists wherever it is needed.
        let scale = match self {
            _ if count == 0 => 1.0,
            BiasRule::Rank(_) | BiasRule::Max => 1.0 + spread(),
            BiasRule::Sum => 1.0 + sum as f64,
            BiasRule::Log => libm::log(2.0 + spread()),
            BiasRule::Exp => 1.0 + mean() - f64::from(min),
            BiasRule::Excess => 1.0 + sum as f64 - count as f64 * f64::from(min),
        };
        for (k, &pn) in numbers.iter().enumerate() {
            let term = if pn == INFINITE {
                0.0
            } else {
                let above = f64::from(pn - min);
                match self {
                    BiasRule::Sum => 1.0 - f64::from(pn) / scale,
                    BiasRule::Log => 1.0 - libm::log(1.0 + above) / scale,
                    BiasRule::Exp => libm::exp(-above / scale),
                    BiasRule::Rank(_) | BiasRule::Max | BiasRule::Excess => 1.0 - above / scale,
                }
            };
            write(k, term as f32);
        }
    }
}

/// The terms of eq. 3 and of the code's reading of it.
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
