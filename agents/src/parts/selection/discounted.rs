//! UCB1 over discounted visits: the selection of Meta-EvE with γ-restart.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::{DiscountedVisits, PageHinkleyRestart};
use crate::search::{ColumnId, Needs, Node};

/// The mean of the discounted visits w in place of the mean, and C·√(ln Σw / w). Brings [`PageHinkleyRestart`] (Hartland et al. 2006; Bjorge and
/// Schaeffer 2010, section 4.3.4).
#[derive(Clone, Copy, Debug)]
pub struct DiscountedUcb {
    exploration: f64,
    restarts: PageHinkleyRestart,
    column: ColumnId<DiscountedVisits>,
}

impl DiscountedUcb {
    /// The term with the weight C of exploration and the rule that discounts visits.
    pub fn new(exploration: f64, restarts: PageHinkleyRestart) -> DiscountedUcb {
        DiscountedUcb { exploration, restarts, column: ColumnId::default() }
    }
}

impl Term for DiscountedUcb {
    /// The discounted visits, and ln Σw.
    type Context<'t> = (&'t [DiscountedVisits], f64);

    fn declare(&mut self, needs: &mut Needs) {
        let restarts = self.restarts;
        self.column = needs.reads_from(|| Box::new(restarts));
    }

    fn at<'t>(&self, siblings: &Siblings<'t>) -> (&'t [DiscountedVisits], f64) {
        let cells = siblings.tree.column(self.column).rows(siblings.ids.clone());
        let total: f64 = cells.iter().map(|cell| cell.weight).sum();
        (cells, libm::log(total.max(1.0)))
    }

    fn value(&mut self, (cells, _): &(&[DiscountedVisits], f64), k: usize, _child: &Node, arm: &mut Arm) -> bool {
        arm.value = cells[k].mean;
        true
    }

    fn add(&self, (cells, ln_total): &(&[DiscountedVisits], f64), k: usize, _child: &Node, _arm: &Arm, score: f64) -> f64 {
        score + self.exploration * (ln_total / cells[k].weight.max(1e-9)).sqrt()
    }
}
