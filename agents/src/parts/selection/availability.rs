//! UCB1 for moves that are not always legal: in nodes of information sets, whose positions differ between descents.

use super::sum::Sum;
use super::term::{Arm, Siblings, Term};
use super::visit_tables::VisitTables;
use super::{AmafMix, FirstPlayRule};
use crate::search::{Column, ColumnId, Needs, Node, NodeId, Pick, Rows, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// The number of visits of a node's parent at which the move to the node was legal, before the present visit.
#[derive(Clone, Copy, Debug)]
pub struct Availability;

impl Column for Availability {
    type Table = Rows<u32>;
    const NAME: &'static str = "the availability of moves";
    const OF_UNVISITED: bool = true;
}

/// Maximises mean + C·√(ln n′ / n), where n counts the visits of a move and n′ those of its parent at which it was legal (Cowling, Powley and
/// Whitehouse 2012, section 4.2). Every legal move is tried once first.
#[derive(Clone, Debug)]
pub struct AvailabilityUcb(Sum<(Option<AmafMix>, AvailabilityTerm)>);

impl AvailabilityUcb {
    /// The rule with its exploration weight C on the scale [0, 1].
    pub fn new(exploration: f64) -> AvailabilityUcb {
        let term = AvailabilityTerm { exploration, tables: VisitTables::new(), available: ColumnId::default() };
        AvailabilityUcb(Sum::new((None, term), FirstPlayRule::First))
    }

    /// The same rule with AMAF values mixed into the means. They count a move wherever its player plays it later, whether or not it was legal at the
    /// node.
    pub fn with_amaf(self, amaf: Option<AmafMix>) -> AvailabilityUcb {
        let terms = (amaf, self.0.terms.1);
        AvailabilityUcb(Sum::new(terms, FirstPlayRule::First))
    }
}

impl Selection for AvailabilityUcb {
    fn declare(&mut self, needs: &mut Needs) {
        self.0.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        let pick = self.0.select(tree, node, mover, position, rng);
        let legal = tree.child_ids(node);
        tree.column_mut(self.0.terms.1.available).rows_mut(legal).iter_mut().for_each(|count| *count += 1);
        pick
    }
}

/// C·√(ln n′ / n).
#[derive(Clone, Copy, Debug)]
struct AvailabilityTerm {
    exploration: f64,
    tables: VisitTables,
    available: ColumnId<Availability>,
}

impl Term for AvailabilityTerm {
    /// n′ of every child.
    type Context<'t> = &'t [u32];

    fn declare(&mut self, needs: &mut Needs) {
        self.available = needs.writes(Rows::single(0));
    }

    fn at<'t>(&self, siblings: &Siblings<'t>) -> &'t [u32] {
        siblings.tree.column(self.available).rows(siblings.ids.clone())
    }

    #[inline(always)]
    fn add(&self, available: &&[u32], k: usize, _child: &Node, arm: &Arm, score: f64) -> f64 {
        score + self.exploration * self.tables.log_root(available[k]) * arm.over_root
    }
}
