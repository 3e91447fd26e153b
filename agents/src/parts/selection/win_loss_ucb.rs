//! UCT over games that were won or lost, draws left out.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::{CountDecisive, DecisiveResults};
use crate::search::{ColumnId, Needs, Node, NodeId, Rows, Tree};
use treebench_games::Params;

/// How a drawn playout counts.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnGames {
    /// As neither a win nor a loss, only as a simulation of the parent (the formula taken literally): moves that mostly draw are then visited
    /// for ever.
    LeftOut,
    /// As half a win and half a loss.
    Halves,
}

/// v/(v + d) in place of the mean, and √(K·ln n/(v + d)), with v wins and d losses of a child and n simulations of its parent (tree-reductions paper,
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
    /// The results of a child; all count as decided if their number is not kept.
    fn of(child: &Node, decided: Option<u32>) -> Tally {
        Tally { value: child.value, visits: child.visits, decided: decided.unwrap_or(child.visits) }
    }

    /// Adds a child.
    pub(super) fn add(&mut self, tree: &Tree, decided: Option<&Rows<u32>>, id: NodeId) {
        let Tally { value, visits, decided } = Tally::of(tree.node(id), decided.map(|decided| decided.cell(id)));
        self.value += value;
        self.visits += visits;
        self.decided += decided;
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

    /// v/(v + d) and v + d of a child or a group that was visited.
    #[inline]
    fn value(self, tally: Tally) -> (f64, f64) {
        let decided = match self.draws {
            DrawnGames::LeftOut if tally.decided > 0 => tally.decided,
            DrawnGames::LeftOut | DrawnGames::Halves => tally.visits,
        };
        let (n, drawn) = (f64::from(decided), f64::from(tally.visits - decided));
        ((tally.value - 0.5 * drawn) / n, n)
    }

    /// The score of a child or a group that was visited; `log` is K·ln n.
    #[inline]
    pub(super) fn score(self, log: f64, tally: Tally) -> f64 {
        let (value, n) = self.value(tally);
        value + (log / n).sqrt()
    }

    /// K·ln n.
    #[inline]
    pub(super) fn log(self, tree: &Tree, node: NodeId) -> f64 {
        // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
        self.k * libm::log(f64::from(tree.node(node).visits.max(1)))
    }
}

impl Term for WinLossUcb {
    /// K·ln n, and the numbers of decided results, if draws are left out.
    type Context<'t> = (f64, Option<&'t [u32]>);

    fn declare(&mut self, needs: &mut Needs) {
        if self.draws == DrawnGames::LeftOut {
            self.decided = needs.reads_from(|| Box::new(CountDecisive::default()));
        }
    }

    fn at<'t>(&self, siblings: &Siblings<'t>) -> Self::Context<'t> {
        let decided = self.decided(siblings.tree).map(|decided| decided.rows(siblings.ids.clone()));
        (self.log(siblings.tree, siblings.node), decided)
    }

    fn value(&mut self, (_, decided): &Self::Context<'_>, k: usize, child: &Node, arm: &mut Arm) -> bool {
        (arm.value, _) = WinLossUcb::value(*self, Tally::of(child, decided.map(|decided| decided[k])));
        true
    }

    fn add(&self, (log, decided): &Self::Context<'_>, k: usize, child: &Node, _arm: &Arm, score: f64) -> f64 {
        let (_, n) = WinLossUcb::value(*self, Tally::of(child, decided.map(|decided| decided[k])));
        score + (log / n).sqrt()
    }
}
