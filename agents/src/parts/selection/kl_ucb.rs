//! KL-UCB: confidence bounds by the divergence of Bernoulli distributions.

use super::index_policy::{Index, Parent};
use crate::search::Node;

/// The greatest q with n·kl(mean, q) ≤ ln N + c·ln ln N, kl the divergence of Bernoulli distributions (Garivier and Cappé 2011, Alg. 1).
#[derive(Clone, Copy, Debug)]
pub struct KlUcb {
    /// The weight c of the second term: 3 in the theorems, 0 recommended in practice.
    pub c: f64,
}

/// Halvings of the interval in which q is sought: an error below 2⁻²⁴.
const STEPS: u32 = 24;

/// kl(p, q) = p·ln(p/q) + (1 − p)·ln((1 − p)/(1 − q)).
pub fn divergence(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p <= 0.0 { 0.0 } else { p * libm::log(p / q) };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

impl Index for KlUcb {
    fn epsilon(&self, ln_visits: f64) -> f64 {
        ln_visits + self.c * libm::log(ln_visits.max(1.0))
    }

    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let mean = (child.value / n).clamp(0.0, 1.0);
        let most = parent.epsilon / n;
        // Pinsker's inequality gives an upper end of the search.
        let (mut low, mut high) = (mean, (mean + (most / 2.0).sqrt()).min(1.0));
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if divergence(mean, middle) <= most { low = middle } else { high = middle }
        }
        low
    }
}
