//! UCB1-Tuned.

use super::index_policy::{Index, Parent};
use crate::search::Node;

/// mean + C·√(ln N / n · min(¼, V′)) with V′ = mean of squares − mean² + √(2 ln N / n) (Auer et al. 2002, section 4; Bjorge and Schaeffer 2010,
/// eq. 17 and 18). ¼ is the greatest variance that results on [0, 1] can have.
#[derive(Clone, Copy, Debug)]
pub struct UcbTuned {
    /// The weight C of exploration.
    pub exploration: f64,
}

impl Index for UcbTuned {
    const SQUARES: bool = true;

    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let (mean, ratio) = (child.value / n, parent.epsilon / n);
        let variance = (squares / n - mean * mean).max(0.0) + (2.0 * ratio).sqrt();
        mean + self.exploration * (ratio * variance.min(0.25)).sqrt()
    }
}
