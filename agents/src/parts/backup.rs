//! What an iteration leaves in the nodes on its path.

mod mean;

pub use mean::Mean;

use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// One node on the path of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// Who chose the way to it; behind chance, and at the root, the player who moved last or is to move.
    pub chooser: Player,
}

/// A backup rule. Called once per iteration.
pub trait Backup: Send {
    /// Adds an iteration's result, one score on [0, 1] per player, to the nodes on its path (the root first).
    fn back_up(&mut self, tree: &mut Tree, path: &[Step], scores: &[f64]);
}
