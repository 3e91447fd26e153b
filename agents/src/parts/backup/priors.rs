//! Prior probabilities of moves, from the game's own estimates.

use crate::search::{Backup, Column, ColumnId, ExpandedNode, Iteration, Needs, Rows, Tree};
use treebench_games::{GameInfo, Position, Turn};

/// The prior probability of the move that leads to a node, visited or not.
pub struct Prior;

impl Column for Prior {
    type Table = Rows<f64>;
    const NAME: &'static str = "the priors";
    const OF_UNVISITED: bool = true;
}

/// When a node is expanded, gives each child its prior: exp(v/τ) over the sum of these, with v what the game estimates that
/// the mover gets there, or the mover's score where the game is over. Games that estimate nothing have equal priors.
pub(crate) struct Priors {
    /// The temperature τ; small values trust the estimates.
    temperature: f64,
    info: GameInfo,
    priors: ColumnId<Prior>,
    /// A position to try moves on.
    position: Option<Box<dyn Position>>,
    weights: Vec<f64>,
}

impl Priors {
    /// With this temperature, in a game with these facts.
    pub(crate) fn new(temperature: f64, info: GameInfo) -> Self {
        Priors { temperature, info, priors: ColumnId::default(), position: None, weights: Vec::new() }
    }
}

impl Backup for Priors {
    fn declare(&mut self, needs: &mut Needs) {
        needs.positions();
        self.priors = needs.writes(Rows::single(0.0));
    }

    fn expanded(&mut self, tree: &mut Tree, expanded: &mut ExpandedNode<'_>) {
        let (node, Some(here)) = (expanded.node, expanded.position) else { return };
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
        let children = tree.child_ids(node);
        for (prior, weight) in tree.column_mut(self.priors).rows_mut(children).iter_mut().zip(&self.weights) {
            // With a very low temperature all may have vanished.
            *prior = if sum > 0.0 { weight / sum } else { 1.0 / self.weights.len() as f64 };
        }
    }

    fn back_up(&mut self, _tree: &mut Tree, _iteration: &Iteration<'_>) {}
}
