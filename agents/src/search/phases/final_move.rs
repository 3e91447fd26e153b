//! Which submove is played when the budget is spent.

use crate::search::{Needs, NodeId, Tree};
use treebench_games::{Player, Rng};

/// A rule for the final move. Called once per submove that is played.
pub trait FinalMove: Send {
    /// Declares the columns that the rule reads.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// The preferred of some visited children of the node `parent` in which `mover` is to move; `None` if the list is empty. Whatever is still equal
    /// is drawn.
    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId>;
}
