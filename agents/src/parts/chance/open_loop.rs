//! Nodes that stand for what players did, whatever chance did.

use super::Chance;
use crate::search::{NodeId, Tree};
use treebench_games::{Move, Position, Rng, Turn};

/// Chance leaves no trace in the tree: its outcome is drawn anew in every descent, and a node stands for all positions that the same
/// moves of players lead to (open-loop planning, Weinstein and Littman 2012; tree-reductions paper, Alg. 6: one child for every
/// square to turn over). What players do cannot depend on what chance did, so that values are approximate.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLoop;

impl Chance for OpenLoop {
    fn pass(&mut self, position: &mut dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> bool {
        let mut acted = false;
        while position.turn() == Turn::Chance {
            let outcome = position.sample(rng, moves);
            position.apply(outcome);
            acted = true;
        }
        acted
    }

    fn outcome(&mut self, _tree: &Tree, _node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        position.sample(rng, moves)
    }
}
