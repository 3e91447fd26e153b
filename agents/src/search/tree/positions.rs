//! The positions of nodes, kept where that is faster than playing the moves from the root.

use super::{NodeId, Rows, Table};
use treebench_games::Position;

/// The packed position of every visited node but the root, if they are kept.
#[derive(Default)]
pub(in crate::search) struct Positions {
    rows: Option<Rows<u64>>,
}

impl Positions {
    /// Keeps positions of this many words from now on; of 0, none.
    pub(in crate::search) fn set_width(&mut self, words: usize) {
        if self.rows.as_ref().map_or(0, Rows::width) != words {
            self.rows = (words > 0).then(|| Rows::new(words, 0));
        }
    }

    /// Whether positions are kept.
    #[inline]
    pub(in crate::search) fn are_kept(&self) -> bool {
        self.rows.is_some()
    }

    /// Keeps the position of a node, if positions are kept.
    #[inline]
    pub(in crate::search) fn keep(&mut self, id: NodeId, position: &mut dyn Position) {
        if let Some(rows) = &mut self.rows
            && let Some(position) = position.packed()
        {
            position.pack(rows.row_mut(id));
        }
    }

    /// Makes `position` that of a node, if positions are kept.
    #[inline]
    pub(in crate::search) fn restore(&self, id: NodeId, position: &mut dyn Position) {
        if let Some(rows) = &self.rows
            && let Some(position) = position.packed()
        {
            position.unpack(rows.row(id));
        }
    }

    /// The rows, which change together with the nodes.
    #[inline]
    pub(super) fn table(&mut self) -> Option<&mut dyn Table> {
        self.rows.as_mut().map(|rows| -> &mut dyn Table { rows })
    }

    /// The bytes of all rows.
    pub(super) fn bytes(&self) -> usize {
        self.rows.as_ref().map_or(0, Table::bytes)
    }
}
