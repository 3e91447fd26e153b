//! MOSS: the minimax optimal strategy for bandits of a known number of arms.

use super::index_policy::{Index, Parent};
use crate::search::Node;

/// mean + C·√(max(ln(N / (K·n)), 0) / n) with K the number of children (Audibert and Bubeck 2009, with the visits so far for the horizon).
#[derive(Clone, Copy, Debug)]
pub struct Moss {
    /// The weight C of exploration, 1 as published.
    pub exploration: f64,
}

impl Index for Moss {
    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let surplus = libm::log(parent.visits / (parent.children * n)).max(0.0);
        child.value / n + self.exploration * (surplus / n).sqrt()
    }
}
