//! Prior experience: visits and samples that a child has before its first.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::Experience;
use crate::search::{ColumnId, Needs, Node};

/// Adds the prior experience of a child to its results and to its samples of all moves as first. A backup rule must give it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PriorExperience {
    column: ColumnId<Experience>,
}

impl Term for PriorExperience {
    type Context<'t> = &'t [Experience];
    const DIVIDES: bool = true;

    fn declare(&mut self, needs: &mut Needs) {
        self.column = needs.reads();
    }

    fn at<'t>(&self, siblings: &Siblings<'t>) -> &'t [Experience] {
        siblings.tree.column(self.column).rows(siblings.ids.clone())
    }

    fn value(&mut self, at: &&[Experience], k: usize, child: &Node, arm: &mut Arm) -> bool {
        let prior = at[k];
        arm.samples = (f64::from(prior.samples), prior.mean);
        arm.visits = child.visits + prior.visits;
        if prior.visits > 0 {
            arm.value = (child.value + f64::from(prior.visits) * prior.mean) / arm.n();
            arm.over_root = 1.0 / arm.n().sqrt();
        }
        true
    }

    fn expect(&mut self, at: &&[Experience], k: usize, arm: &mut Arm) {
        self.value(at, k, &Node::default(), arm);
    }
}
