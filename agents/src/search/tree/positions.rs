//! The positions of nodes, kept where that is faster than playing the moves from the root.

use super::{NodeId, Rows, Tree};
use treebench_games::Position;

impl Tree {
    /// Forgets everything and keeps positions of this many words from now on; of 0, none.
    pub(in crate::search) fn clear_for(&mut self, words: usize) {
        if self.positions.as_ref().map_or(0, Rows::width) != words {
            self.positions = (words > 0).then(|| Rows::new(words, 0));
        }
        self.clear();
    }

    /// Whether positions are kept: of all visited nodes but the root.
    #[inline]
    pub(in crate::search) fn keeps_positions(&self) -> bool {
        self.positions.is_some()
    }

    /// Keeps the position of a node, if positions are kept.
    #[inline]
    pub(in crate::search) fn keep_position(&mut self, id: NodeId, position: &mut dyn Position) {
        if let Some(rows) = &mut self.positions
            && let Some(position) = position.packed()
        {
            position.pack(rows.row_mut(id));
        }
    }

    /// Makes `position` that of a node, if positions are kept.
    #[inline]
    pub(in crate::search) fn restore_position(&self, id: NodeId, position: &mut dyn Position) {
        if let Some(rows) = &self.positions
            && let Some(position) = position.packed()
        {
            position.unpack(rows.row(id));
        }
    }
}
