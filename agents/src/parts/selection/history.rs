//! Progressive History: a bias towards actions that did well anywhere, which fades where a child loses.

use crate::parts::backup::{AmafUnit, CountHistory, History};
use crate::search::{ColumnId, Needs, Node, NodeId, Tree};
use treebench_games::Player;

/// The term W·(s_a / n_a) / (n − s + 1) of Progressive History (Nijssen and Winands 2011, "Enhancements for multi-player Monte-Carlo tree search",
/// eq. 3), for rules that add it to the score of a visited child: s_a / n_a is the mean result of its action in all iterations, wherever the same player
/// played it, n counts the visits of the child and s adds up its results on the scale [0, 1], so that n − s is what it lost.
///
/// Brings the rule that counts actions.
#[derive(Clone, Copy, Debug)]
pub struct HistoryBias {
    weight: f64,
    unit: AmafUnit,
    history: ColumnId<History>,
}

impl HistoryBias {
    /// The term with this weight W of these actions: semimoves or whole moves.
    pub fn new(weight: f64, unit: AmafUnit) -> HistoryBias {
        HistoryBias { weight, unit, history: ColumnId::default() }
    }

    /// Declares the column that is read, and brings the rule that writes it.
    pub(super) fn declare(&mut self, needs: &mut Needs) {
        let unit = self.unit;
        self.history = needs.reads_from(|| Box::new(CountHistory::new(unit)));
    }

    /// What is known of actions.
    #[inline]
    pub(super) fn column<'t>(&self, tree: &'t Tree) -> &'t History {
        tree.column(self.history)
    }

    /// The term of a visited child of which `mover` chose the action.
    #[inline]
    pub(super) fn term(&self, history: &History, id: NodeId, child: &Node, mover: Player) -> f64 {
        let action = history.of(id, mover);
        if action.visits == 0 {
            return 0.0;
        }
        self.weight * action.value / f64::from(action.visits) / (f64::from(child.visits) - child.value + 1.0)
    }
}
