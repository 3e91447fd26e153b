//! Implicit minimax: means mixed with the minimax values of a heuristic.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::{HeuristicMinimax, MinimaxEstimate};
use crate::search::{ColumnId, Needs, Node};

/// (1 − α)·mean + α·heuristic minimax in place of the mean (Lanctot et al. 2014, eq. 1). Brings [`HeuristicMinimax`].
#[derive(Clone, Copy, Debug)]
pub struct ImplicitMinimax {
    share: f64,
    estimates: ColumnId<MinimaxEstimate>,
}

impl ImplicitMinimax {
    /// The term with the share α of the heuristic.
    pub fn new(share: f64) -> ImplicitMinimax {
        ImplicitMinimax { share, estimates: ColumnId::default() }
    }
}

impl Term for ImplicitMinimax {
    type Context<'t> = &'t [f64];
    const DIVIDES: bool = true;

    fn declare(&mut self, needs: &mut Needs) {
        let game = *needs.game();
        self.estimates = needs.reads_from(|| Box::new(HeuristicMinimax::new(game)));
    }

    fn at<'t>(&self, siblings: &Siblings<'t>) -> &'t [f64] {
        siblings.tree.column(self.estimates).rows(siblings.ids.clone())
    }

    #[inline(always)]
    fn value(&mut self, estimates: &&[f64], k: usize, child: &Node, arm: &mut Arm) -> bool {
        arm.value = (1.0 - self.share) * child.value / arm.n() + self.share * estimates[k];
        true
    }
}
