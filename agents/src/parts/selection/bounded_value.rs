//! Values within the bounds that are proven, and the pruning of what cannot be better.

use super::term::{Arm, Scope, Siblings, Term};
use crate::parts::backup::{Bounds, PruningMark};
use crate::search::{ColumnId, Needs, Node, NodeId, Tree};
use treebench_games::{Params, Player};

/// What happens to a child that cannot improve on the score that is already certain for the mover: opti(child) ≤ pess(node) (Cazenave and
/// Saffidine 2010).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Nothing.
    Off,
    /// Its mean counts as −10 000, unless it gives the mover the best score possible here.
    Soft,
    /// As "soft", but tested only when a bound of it or of the node changes, not at every selection (Ludii's code): children that are added
    /// where a win is proven are searched like any others.
    Marked,
    /// It is not selected while there is another, and a solved node ends the iteration.
    Hard,
}

/// The value of a pruned child in Ludii.
const PRUNED: f64 = -10_000.0;

/// A child of proven score has that score as its value. The other values may be clipped to the bounds, and children pruned.
///
/// Without effect in a search that keeps no bounds.
#[derive(Clone, Copy, Debug)]
pub struct BoundedValue {
    pruning: Pruning,
    /// Whether means are clipped to the bounds.
    clip: bool,
    /// `None` if the search keeps no bounds.
    bounds: Option<ColumnId<Bounds>>,
    /// `None` if children are not marked as pruned.
    marks: Option<ColumnId<PruningMark>>,
}

/// The bounds of a node's children.
pub struct BoundRows<'t> {
    bounds: &'t [Bounds],
    /// 0 without bounds.
    players: usize,
    mover: Player,
    /// The bounds of the node for the mover.
    own: Bounds,
    marks: Option<&'t [bool]>,
    /// Whether pruned children are left out.
    hard: bool,
}

impl BoundedValue {
    /// The term with this pruning; `clip` says whether means are clipped to the bounds.
    pub fn new(pruning: Pruning, clip: bool) -> BoundedValue {
        BoundedValue { pruning, clip, bounds: None, marks: None }
    }

    /// The value for the mover, from the mean and the bounds.
    #[inline(always)]
    fn within(&self, bounds: Bounds, mean: f64) -> f64 {
        if bounds.is_tight() || self.clip {
            return mean.clamp(f64::from(bounds.pess), f64::from(bounds.opti.max(bounds.pess)));
        }
        mean
    }
}

impl Term for BoundedValue {
    type Context<'t> = BoundRows<'t>;

    fn declare(&mut self, needs: &mut Needs) {
        self.bounds = needs.finds();
        self.marks = (self.pruning == Pruning::Marked && self.bounds.is_some()).then(|| needs.reads());
    }

    #[inline(always)]
    fn scope(&self, tree: &Tree, node: NodeId, mover: Player) -> Scope {
        let Some(bounds) = self.bounds.filter(|_| self.pruning == Pruning::Hard) else { return Scope::All };
        let own = tree.column(bounds).row(node);
        match own.iter().all(|bound| bound.is_tight()) {
            true => Scope::Solved,
            // An untried move may still reach the best score.
            false if own[mover].pess < 1.0 => Scope::All,
            false => Scope::Visited,
        }
    }

    #[inline(always)]
    fn at<'t>(&self, &Siblings { tree, node, mover, ref ids, prune }: &Siblings<'t>) -> BoundRows<'t> {
        let (bounds, players, own) = match self.bounds.map(|bounds| tree.column(bounds)) {
            Some(bounds) => (bounds.rows(ids.clone()), bounds.width(), bounds.row(node)[mover]),
            None => (&[][..], 0, Bounds::OPEN),
        };
        let marks = self.marks.map(|marks| tree.column(marks).rows(ids.clone()));
        BoundRows { bounds, players, mover, own, marks, hard: prune && self.pruning == Pruning::Hard }
    }

    #[inline(always)]
    fn value(&mut self, at: &BoundRows<'_>, k: usize, _child: &Node, arm: &mut Arm) -> bool {
        if at.players == 0 {
            return true;
        }
        let (bound, own) = (at.bounds[k * at.players + at.mover], at.own);
        let is_hopeless = bound.opti <= own.pess;
        if at.hard && is_hopeless {
            return false;
        }
        // There are marks only where children are pruned by them.
        let pruned = self.pruning == Pruning::Soft && is_hopeless || at.marks.is_some_and(|marks| marks[k]);
        arm.value = if pruned && own.opti > bound.pess { PRUNED } else { self.within(bound, arm.value) };
        true
    }

    fn of_node(&self, tree: &Tree, node: NodeId, mover: Player, value: f64) -> f64 {
        self.bounds.map_or(value, |bounds| self.within(tree.column(bounds).row(node)[mover], value))
    }
}
