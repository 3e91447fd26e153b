//! Heuristic initialisation of new nodes.

use crate::search::{Backup, DescentEnd, Iteration, Tree};
use treebench_games::GameInfo;

/// A new node starts with additional visits, whose result is the game's own estimate (heuristic UCT: Gelly and Silver 2007; Bjorge and Schaeffer
/// 2010, section 4.1.7). Without an estimate of the game it does nothing. It follows the rule that counts the iteration itself.
#[derive(Clone, Debug)]
pub struct HeuristicInitialisation {
    /// Visits that the estimate counts for.
    pub confidence: u32,
    /// The game's facts.
    pub info: GameInfo,
    /// The estimates of this iteration's new node, one per player.
    estimates: Vec<f64>,
}

impl HeuristicInitialisation {
    /// An estimate that is worth `confidence` visits.
    pub fn new(confidence: u32, info: GameInfo) -> Self {
        HeuristicInitialisation { confidence, info, estimates: Vec::new() }
    }
}

impl Backup for HeuristicInitialisation {
    fn arrive(&mut self, _tree: &mut Tree, arrival: &mut DescentEnd<'_>) {
        self.estimates.clear();
        if arrival.scores.is_none() {
            let estimate = |player| arrival.position.evaluate(player).map(|score| self.info.normalise(score));
            self.estimates.extend((0..self.info.players).map_while(estimate));
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        if let (Some(step), true) = (iteration.path.last(), self.estimates.len() == self.info.players) {
            let node = tree.node_mut(step.node);
            node.visits += self.confidence;
            node.value += f64::from(self.confidence) * self.estimates[step.chooser];
        }
        self.estimates.clear();
    }
}
