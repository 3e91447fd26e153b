//! The minimax values of a heuristic over the tree, beside the means of playouts.

use super::{Arrival, Backup, Iteration, upwards};
use crate::search::Tree;
use treebench_games::GameInfo;

/// The first number of a node is the heuristic's value for the player who chose the way to it: the game's own estimate at a leaf, the score at
/// the end of the game, and above that of the mover's best visited child (Lanctot et al. 2014, Alg. 1). Two players; a game without estimates
/// has ½ everywhere.
#[derive(Clone, Debug)]
pub struct HeuristicMinimax {
    info: GameInfo,
    /// What the leaf of this iteration is worth, one number per player; empty where the leaf is not new.
    leaf: Vec<f64>,
}

impl HeuristicMinimax {
    /// For a game with these facts.
    pub fn new(info: GameInfo) -> Self {
        HeuristicMinimax { info, leaf: Vec::new() }
    }
}

impl Backup for HeuristicMinimax {
    fn arrive(&mut self, _tree: &mut Tree, arrival: &mut Arrival<'_>) {
        self.leaf.clear();
        match arrival.scores {
            Some(scores) => self.leaf.extend_from_slice(scores),
            None => self.leaf.extend((0..self.info.players).map(|player| match arrival.position.evaluate(player) {
                Some(estimate) => self.info.normalise(estimate),
                None => 0.5,
            })),
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let Some(step) = iteration.path.last() else { return };
        if let Some(&value) = self.leaf.get(step.chooser) {
            tree.numbers_mut().row_mut(step.node)[0] = value;
        }
        self.leaf.clear();
        let mut choosers = iteration.path.iter().rev().skip(1).map(|step| step.chooser);
        for (node, mover) in upwards(iteration.path) {
            let best = tree.numbers().rows(tree.visited_ids(node)).iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if let (Some(chooser), true) = (choosers.next(), best.is_finite()) {
                tree.numbers_mut().row_mut(node)[0] = if chooser == mover { best } else { 1.0 - best };
            }
        }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
