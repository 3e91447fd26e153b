//! Chance nodes.

use super::Chance;
use crate::search::{NodeId, Tree};
use treebench_games::{Move, Position, Rng};

/// A node for chance, a child for every outcome, and in every iteration an outcome drawn by its probability (tree-reductions paper,
/// Alg. 3 and 4, "chance-nodes").
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplicitNodes;

impl Chance for ExplicitNodes {
    #[inline]
    fn outcome(&mut self, _tree: &Tree, _node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        position.sample(rng, moves)
    }
}
