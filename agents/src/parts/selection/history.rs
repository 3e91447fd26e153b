//! Progressive History: a bias towards actions that did well anywhere, which fades where a child loses.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::{AmafUnit, CountHistory, History};
use crate::search::{ColumnId, Needs, Node, NodeId};
use treebench_games::Player;

/// W·(s_a / n_a) / (n − s + 1) (Nijssen and Winands 2011, "Enhancements for multi-player Monte-Carlo tree search", eq. 3): s_a / n_a is the mean
/// result of the child's action in all iterations, wherever the same player played it, n counts the visits of the child and s adds up its results on
/// the scale [0, 1], so that n − s is what it lost.
///
/// Brings the rule that counts actions.
#[derive(Clone, Copy, Debug)]
pub struct HistoryBias {
    weight: f64,
    unit: AmafUnit,
    history: ColumnId<History>,
}

/// The history of a player's actions that lead to a node's children.
pub struct HistoryRows<'t> {
    history: &'t History,
    first: NodeId,
    mover: Player,
}

impl HistoryBias {
    /// The term with this weight W of these actions: semimoves or whole moves.
    pub fn new(weight: f64, unit: AmafUnit) -> HistoryBias {
        HistoryBias { weight, unit, history: ColumnId::default() }
    }
}

impl Term for HistoryBias {
    type Context<'t> = HistoryRows<'t>;

    fn declare(&mut self, needs: &mut Needs) {
        let unit = self.unit;
        self.history = needs.reads_from(|| Box::new(CountHistory::new(unit)));
    }

    #[inline(always)]
    fn at<'t>(&self, siblings: &Siblings<'t>) -> HistoryRows<'t> {
        HistoryRows { history: siblings.tree.column(self.history), first: siblings.ids.start, mover: siblings.mover }
    }

    #[inline(always)]
    fn add(&self, at: &HistoryRows<'_>, k: usize, child: &Node, _arm: &Arm, score: f64) -> f64 {
        let action = at.history.of(at.first + k as NodeId, at.mover);
        if action.visits == 0 {
            return score;
        }
        score + self.weight * action.value / f64::from(action.visits) / (f64::from(child.visits) - child.value + 1.0)
    }
}
