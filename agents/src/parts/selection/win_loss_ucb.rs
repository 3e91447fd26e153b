//! UCT over games that were won or lost, draws left out.

use crate::parts::backup::{CountDecisive, DecisiveResults};
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Rows, Selection, Tree};
use treebench_games::{Params, Player, Position, Rng};

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
/// section 4); every child is tried once first. The paper does not say how draws count. With draws left out, a child that
/// mostly draws is visited for ever, because its v + d does not grow; for a child with draws only the formula is undefined, and draws count
/// as halves there.
///
/// If draws are left out, it brings [`CountDecisive`].
#[derive(Clone, Copy, Debug)]
pub struct WinLossUcb {
    k: f64,
    draws: DrawnGames,
    decided: ColumnId<DecisiveResults>,
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
    /// Adds a child; all its results count as decided if their number is not kept.
    pub(super) fn add(&mut self, tree: &Tree, decided: Option<&Rows<u32>>, id: NodeId) {
        let Node { value, visits, .. } = *tree.node(id);
        self.value += value;
        self.visits += visits;
        self.decided += decided.map_or(visits, |decided| decided.cell(id));
    }
}

impl WinLossUcb {
    /// The rule with the weight K under the root.
    pub fn new(k: f64, draws: DrawnGames) -> WinLossUcb {
        WinLossUcb { k, draws, decided: ColumnId::default() }
    }

    /// The numbers of decided results, if draws are left out.
    #[inline]
    pub(super) fn decided(self, tree: &Tree) -> Option<&Rows<u32>> {
        (self.draws == DrawnGames::LeftOut).then(|| tree.column(self.decided))
    }

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
    fn declare(&mut self, needs: &mut Needs) {
        if self.draws == DrawnGames::LeftOut {
            self.decided = needs.reads_from(|| Box::new(CountDecisive::default()));
        }
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        let (log, decided) = (self.log(tree, node), self.decided(tree));
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, child) in tree.visited_ids(node).enumerate() {
            let mut tally = Tally::default();
            tally.add(tree, decided, child);
            let score = self.score(log, tally);
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        Pick::Visited(best)
    }
}
