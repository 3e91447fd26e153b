//! Prior probabilities of moves, from the game's own estimates.

use super::{Backup, Iteration};
use crate::search::{NodeId, Tree};
use treebench_games::{GameInfo, Position, Turn};

/// When a node gets children, the first number of each becomes its prior: exp(v/τ) over the sum of these, with v what the game estimates that
/// the mover gets there, or his score where the game is over. Games that estimate nothing have equal priors.
///
/// Children that were never visited have priors too, so that whoever takes one into the tree must [swap](crate::parts::selection::Puct) them.
pub struct Priors {
    /// τ: small for priors that trust the estimates.
    temperature: f64,
    info: GameInfo,
    /// Where moves are tried out.
    position: Option<Box<dyn Position>>,
    weights: Vec<f64>,
}

impl Priors {
    /// With this temperature, in a game with these facts.
    pub fn new(temperature: f64, info: GameInfo) -> Self {
        Priors { temperature, info, position: None, weights: Vec::new() }
    }
}

impl Backup for Priors {
    fn grown(&mut self, tree: &mut Tree, node: NodeId, here: &dyn Position) {
        let Turn::Player(mover) = here.turn() else { return };
        let next = self.position.get_or_insert_with(|| here.boxed());
        self.weights.clear();
        for child in tree.child_ids(node) {
            next.copy_from(here);
            tree.edge(child).for_each(|m| next.apply(m));
            let worth = if next.is_over() { Some(next.score(mover)) } else { next.evaluate(mover) };
            let worth = worth.map_or(0.5, |score| self.info.normalise(score));
            self.weights.push(libm::exp((worth - 1.0) / self.temperature));
        }
        let sum: f64 = self.weights.iter().sum();
        for (child, weight) in tree.child_ids(node).zip(&self.weights) {
            // With a very low temperature all may have vanished.
            tree.numbers_mut().row_mut(child)[0] = if sum > 0.0 { weight / sum } else { 1.0 / self.weights.len() as f64 };
        }
    }

    fn back_up(&mut self, _tree: &mut Tree, _iteration: &Iteration<'_>) {}
}
