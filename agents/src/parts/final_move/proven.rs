//! What is proven goes before what is believed.

use super::FinalMove;
use crate::parts::Goals;
use crate::search::{INFINITE, NodeId, Tree};
use treebench_games::{Player, Rng};

/// Leaves out every child that is proven to be no better than another, and lets a second rule choose among the rest.
///
/// By bounds, child i is left out if some j has pess(j) ≥ opti(i) and the two are not equal: a proven win beats everything, a
/// proven loss is taken only if nothing else is left. (Ludii's own rule can keep a proven loss that was visited often.)
/// By proof numbers, a child that reaches the mover's goal for certain beats all others; with the root's player as the only
/// pursuer, children that never reach it are left out.
pub struct Proven {
    /// What the tree's proof numbers are about, if it has any.
    pub goals: Option<Goals>,
    /// The rule for the rest.
    pub then: Box<dyn FinalMove>,
}

impl FinalMove for Proven {
    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let mut left = children.to_vec();
        if tree.bounds().width() > 0 {
            let bounds = |id: NodeId| tree.bounds().row(id)[mover];
            let beaten = |i: NodeId| children.iter().any(|&j| bounds(j).pess >= bounds(i).opti && bounds(j) != bounds(i));
            keep_some(&mut left, |&id| !beaten(id));
        }
        if let Some(goals) = self.goals {
            let goal = goals.of_mover(tree, parent, mover);
            let number = |id: NodeId| tree.proofs().row(id)[goal];
            keep_some(&mut left, |&id| number(id) == 0);
            if matches!(goals, Goals::RootPlayer { .. }) {
                keep_some(&mut left, |&id| number(id) != INFINITE);
            }
        }
        self.then.choose(tree, parent, &left, mover, rng)
    }
}

/// Keeps what passes, or everything if nothing does.
fn keep_some(list: &mut Vec<NodeId>, keep: impl Fn(&NodeId) -> bool) {
    if list.iter().any(&keep) {
        list.retain(keep);
    }
}
