//! The child that most probably wins.

use super::{FinalMove, greatest};
use crate::parts::backup::WinProbability;
use crate::search::{ColumnId, Needs, NodeId, Tree};
use treebench_games::{Player, Rng};

/// The greatest [probability of winning](WinProbability), then the most visits.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestProbability {
    chances: ColumnId<WinProbability>,
}

impl FinalMove for BestProbability {
    fn declare(&mut self, needs: &mut Needs) {
        self.chances = needs.reads();
    }

    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let chances = tree.column(self.chances);
        greatest(children, rng, |id| (chances.cell(id), f64::from(tree.node(id).visits)))
    }
}
