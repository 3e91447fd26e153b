//! UCT over games that were won or lost, draws left out.

use super::{Pick, Selection};
use crate::search::{Node, NodeId, Tree};
use treebench_games::{Params, Player};

/// How a drawn playout counts.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnGames {
    /// As neither a win nor a loss, only as a simulation of the parent (the formula taken literally): moves that mostly draw are then visited
    /// for ever.
    LeftOut,
    /// As half a win and half a loss.
    Halves,
}

/// Maximises v/(v + d) + √(K·ln n/(v + d)), with v wins and d losses of a child and n simulations of its parent (tree-reductions paper,
/// section 4); every child is tried once first. The paper does not say what becomes of draws. With draws left out, a child that
/// mostly draws is visited for ever, because its v + d does not grow; of one that has only drawn the formula says nothing, and
/// draws are halves there.
///
/// Leaving draws out needs [`Facts::decided`](crate::search::Facts::decided), which [`CountDecisive`](crate::parts::backup::CountDecisive) counts.
#[derive(Clone, Copy, Debug)]
pub struct WinLossUcb {
    /// The weight K under the root.
    pub k: f64,
    /// What drawn results count for.
    pub draws: DrawnGames,
}

/// Results of one child or of several.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Sum of the results on [0, 1].
    pub(super) value: f64,
    pub(super) visits: u32,
    /// How many of these were won or lost.
    pub(super) decided: u32,
}

impl Tally {
    pub(super) fn add(&mut self, tree: &Tree, id: NodeId) {
        let Node { value, visits, .. } = *tree.node(id);
        self.value += value;
        self.visits += visits;
        self.decided += tree.decided().row(id).first().copied().unwrap_or(visits);
    }
}

impl WinLossUcb {
    /// The score of a child or a group that was visited; `log` is K·ln n.
    #[inline]
    pub(super) fn score(self, log: f64, tally: Tally) -> f64 {
        let decided = match self.draws {
            DrawnGames::LeftOut if tally.decided > 0 => tally.decided,
            DrawnGames::LeftOut | DrawnGames::Halves => tally.visits,
        };
        let (n, drawn) = (f64::from(decided), f64::from(tally.visits - decided));
        (tally.value - 0.5 * drawn) / n + (log / n).sqrt()
    }

    /// K·ln n.
    #[inline]
    pub(super) fn log(self, tree: &Tree, node: NodeId) -> f64 {
        // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
        self.k * libm::log(f64::from(tree.node(node).visits.max(1)))
    }
}

impl Selection for WinLossUcb {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        let log = self.log(tree, node);
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, child) in tree.child_ids(node).enumerate() {
            let mut tally = Tally::default();
            tally.add(tree, child);
            let score = self.score(log, tally);
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        Pick::Visited(best)
    }
}
