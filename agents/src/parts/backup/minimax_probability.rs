//! Probabilities of being minimax-optimal in place of means.

use super::{Backup, Iteration, upwards};
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Algorithm 2 of Bjorge and Schaeffer 2010 (section 4.3.5): the first number of a node is the probability that the player who chose the way to
/// it wins there under perfect play of both, were those of the children independent.
///
/// The mover of a node loses it if every child fails him: 1 − p of each visited child, and a default for each unvisited one. The report does not
/// say what the default is; it is 2^(−1/b) here, so that a node of which nothing is known is won by either side equally often. (Printed are the
/// two cases exchanged: a node whose mover needs one good child would need all.) At the end of the game the score is the probability. Playouts
/// do not enter, except that a leaf may begin with the share of its own that were won.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxProbability {
    /// Whether a leaf has (won + 1) / (playouts + 2) in place of ½.
    pub by_playouts: bool,
}

impl MinimaxProbability {
    /// The probability that an unvisited child, one of so many, fails the mover.
    pub fn default_failure(children: usize) -> f64 {
        libm::exp2(-1.0 / children.max(1) as f64)
    }

    /// The probability that the mover of a node with children wins it.
    fn of_mover(tree: &Tree, node: NodeId) -> f64 {
        let unvisited = tree.unvisited(node) as f64;
        let fresh = libm::exp2(-unvisited / tree.child_ids(node).len().max(1) as f64);
        1.0 - tree.numbers().rows(tree.visited_ids(node)).iter().fold(fresh, |fails, chance| fails * (1.0 - chance))
    }
}

impl Backup for MinimaxProbability {
    fn arrive(&mut self, tree: &mut Tree, arrival: &mut super::Arrival<'_>) {
        // A node that is over is marked until its result is backed up: no probability is negative.
        if arrival.scores.is_some() {
            tree.numbers_mut().row_mut(arrival.node)[0] = -1.0;
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let Some(leaf) = iteration.path.last() else { return };
        let over = tree.numbers().row(leaf.node)[0] < 0.0;
        let chance = match tree.node(leaf.node) {
            _ if over => iteration.scores[leaf.chooser],
            node if self.by_playouts => (node.value + 1.0) / (f64::from(node.visits) + 2.0),
            _ => 0.5,
        };
        tree.numbers_mut().row_mut(leaf.node)[0] = chance;
        let choosers: Vec<Player> = iteration.path.iter().rev().skip(1).map(|step| step.chooser).collect();
        for ((node, mover), chooser) in upwards(iteration.path).zip(choosers) {
            let chance = Self::of_mover(tree, node);
            tree.numbers_mut().row_mut(node)[0] = if chooser == mover { chance } else { 1.0 - chance };
        }
    }
}
