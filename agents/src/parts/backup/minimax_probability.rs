//! Winning probabilities under perfect play, instead of means.

use crate::search::{Backup, Column, ColumnId, DescentEnd, Iteration, Needs, NodeId, Rows, Tree, upwards};

/// The probability that the player who chose the way to a node wins there under perfect play.
pub struct WinProbability;

impl Column for WinProbability {
    type Table = Rows<f64>;
    const NAME: &'static str = "the probabilities of winning";
}

/// Algorithm 2 of Bjorge and Schaeffer 2010 (section 4.3.5): keeps the probability that the player who chose the way to a node wins there under
/// perfect play of both, as if those of the children were independent.
///
/// The mover of a node loses if every child fails: 1 − p for each visited child, and a [default](Defaults) for each unvisited one. (The report
/// prints the two cases exchanged: a node whose mover needs one good child would need all.) A leaf has the default of an unvisited child, and at the
/// end of the game the probability is the score. Playouts are not used, except that a leaf may start with its own.
#[derive(Clone, Debug)]
pub(crate) struct MinimaxProbability {
    /// Whether a leaf has (won + 1) / (playouts + 2) instead of the default.
    by_playouts: bool,
    defaults: Defaults,
    chances: ColumnId<WinProbability>,
}

/// The probability that an unvisited child fails the mover, by the number b of children. The report gives no value; here it is the x with
/// x = 1 − xᵇ, for which a visit that learns nothing changes nothing: a node fails the player who chose it exactly if one of its own children does
/// not fail its mover (in Pearl 1980 this number is the threshold of random game trees).
#[derive(Clone, Debug)]
pub(crate) struct Defaults(Box<[f64]>);

/// Numbers of children with a table entry.
const TABLE: u32 = 1024;

impl Default for Defaults {
    fn default() -> Self {
        Defaults((0..TABLE).map(solve).collect())
    }
}

/// Solves x = 1 − xᵇ by bisection.
fn solve(children: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let x = 0.5 * (low + high);
        if x < 1.0 - libm::pow(x, f64::from(children.max(1))) { low = x } else { high = x }
    }
    0.5 * (low + high)
}

impl Defaults {
    /// The probability that an unvisited child, one of `children`, fails the mover.
    #[inline]
    pub(crate) fn failure(&self, children: usize) -> f64 {
        self.0.get(children).copied().unwrap_or_else(|| solve(children as u32))
    }
}

impl MinimaxProbability {
    /// The rule; with `by_playouts` a leaf starts with the result of its playout.
    pub(crate) fn new(by_playouts: bool) -> Self {
        MinimaxProbability { by_playouts, defaults: Defaults::default(), chances: ColumnId::default() }
    }

    /// The probability that the mover of a node with children wins it.
    fn of_mover(&self, tree: &Tree, node: NodeId) -> f64 {
        let unvisited = tree.unvisited(node) as f64;
        let fresh = libm::pow(self.defaults.failure(tree.child_count(node)), unvisited);
        1.0 - tree.column(self.chances).rows(tree.visited_ids(node)).iter().fold(fresh, |fails, chance| fails * (1.0 - chance))
    }
}

impl Backup for MinimaxProbability {
    fn declare(&mut self, needs: &mut Needs) {
        self.chances = needs.writes(Rows::single(0.0));
    }

    fn arrive(&mut self, tree: &mut Tree, arrival: &mut DescentEnd<'_>) {
        // A node that is over is marked until its result is backed up: no probability is negative.
        if arrival.scores.is_some() {
            *tree.column_mut(self.chances).cell_mut(arrival.node) = -1.0;
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let Some(leaf) = iteration.path.last() else { return };
        let over = tree.column(self.chances).cell(leaf.node) < 0.0;
        let siblings = iteration.path.iter().rev().nth(1).map(|parent| tree.child_count(parent.node));
        let chance = match tree.node(leaf.node) {
            _ if over => iteration.scores[leaf.chooser],
            node if self.by_playouts => (node.value + 1.0) / (f64::from(node.visits) + 2.0),
            _ => siblings.map_or(0.5, |all| 1.0 - self.defaults.failure(all)),
        };
        *tree.column_mut(self.chances).cell_mut(leaf.node) = chance;
        let choosers = iteration.path.iter().rev().skip(1).map(|step| step.chooser);
        for ((node, mover), chooser) in upwards(iteration.path).zip(choosers) {
            let chance = self.of_mover(tree, node);
            *tree.column_mut(self.chances).cell_mut(node) = if chooser == mover { chance } else { 1.0 - chance };
        }
    }
}
