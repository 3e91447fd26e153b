//! Chance in the tree: explicit nodes, progressive widening of these, and no nodes at all.

use crate::search::{Chance, NodeId, Tree};
use treebench_games::{Move, Position, Rng, Turn};

/// Every chance event is a node with a child per outcome; each iteration follows an outcome drawn by its probability (tree-reductions paper,
/// Alg. 3 and 4, "chance-nodes").
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplicitNodes;

impl Chance for ExplicitNodes {
    #[inline]
    fn outcome(&mut self, _tree: &Tree, _node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        position.sample(rng, moves)
    }
}

/// At a chance node with n visits, at most ⌈C·n^α⌉ different outcomes are followed (double progressive widening, Couëtoux et al. 2011). While
/// there are fewer, outcomes are drawn by their probability; after that, only among those followed before, in proportion to their
/// probabilities.
#[derive(Clone, Copy, Debug)]
pub struct ProgressiveWidening {
    /// The factor C, positive.
    pub factor: f64,
    /// The exponent α, in (0, 1].
    pub exponent: f64,
}

impl Chance for ProgressiveWidening {
    fn outcome(&mut self, tree: &Tree, node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        let visited = || tree.child_ids(node).filter(|&child| tree.node(child).visits > 0).filter_map(|child| tree.edge(child).next());
        let visits = f64::from(tree.node(node).visits.max(1));
        // libm: a counted result has the same bytes everywhere.
        let room = (self.factor * libm::pow(visits, self.exponent)).ceil().max(1.0);
        if (visited().count() as f64) < room {
            return position.sample(rng, moves);
        }
        let Some(chance) = position.chance() else { return position.sample(rng, moves) };
        let total: f64 = visited().map(|outcome| chance.probability(outcome)).sum();
        let mut rest = rng.unit() * total;
        let found = visited().find(|&outcome| {
            rest -= chance.probability(outcome);
            rest < 0.0
        });
        // Rounding may leave a sliver above the last outcome.
        found.or_else(|| visited().next_back()).unwrap_or_else(|| position.sample(rng, moves))
    }
}

/// Chance leaves no trace in the tree: its outcome is drawn anew in every descent, and a node represents all positions that the same
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
