//! Minimax values of a heuristic, in addition to the means of playouts.

use crate::search::{Backup, Column, ColumnId, DescentEnd, Iteration, Needs, Rows, Tree, upwards};
use treebench_games::GameInfo;

/// The minimax value of a heuristic below a node, on the scale [0, 1], for the player who chose the way to the node.
pub struct MinimaxEstimate;

impl Column for MinimaxEstimate {
    type Table = Rows<f64>;
    const NAME: &'static str = "the minimax values of estimates";
}

/// Keeps, for every node, the heuristic's value for the player who chose the way to it: the game's own estimate at a leaf, the score at
/// the end of the game, and above that of the mover's best visited child (Lanctot et al. 2014, Alg. 1). Two players; a game without estimates
/// has ½ everywhere.
#[derive(Clone, Debug)]
pub struct HeuristicMinimax {
    info: GameInfo,
    estimates: ColumnId<MinimaxEstimate>,
    /// The values of this iteration's leaf, one per player; empty if the leaf is not new.
    leaf: Vec<f64>,
}

impl HeuristicMinimax {
    /// For a game with these facts.
    pub fn new(info: GameInfo) -> Self {
        HeuristicMinimax { info, estimates: ColumnId::default(), leaf: Vec::new() }
    }
}

impl Backup for HeuristicMinimax {
    fn declare(&mut self, needs: &mut Needs) {
        self.estimates = needs.writes(Rows::single(0.0));
    }

    fn arrive(&mut self, _tree: &mut Tree, arrival: &mut DescentEnd<'_>) {
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
            *tree.column_mut(self.estimates).cell_mut(step.node) = value;
        }
        self.leaf.clear();
        let mut choosers = iteration.path.iter().rev().skip(1).map(|step| step.chooser);
        for (node, mover) in upwards(iteration.path) {
            let best = tree.column(self.estimates).rows(tree.visited_ids(node)).iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if let (Some(chooser), true) = (choosers.next(), best.is_finite()) {
                *tree.column_mut(self.estimates).cell_mut(node) = if chooser == mover { best } else { 1.0 - best };
            }
        }
    }
}
