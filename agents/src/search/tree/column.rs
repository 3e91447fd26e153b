//! What some searches note beside every node; a search that does not need it pays nothing for it.

use super::NodeId;

/// A table with a row of `width` cells for every node of a tree; width 0 switches it off.
#[derive(Clone, Debug)]
pub struct Column<T> {
    width: usize,
    fresh: T,
    cells: Vec<T>,
    /// The memory before the last change of root, to be used for the next one.
    spare: Vec<T>,
}

impl<T: Copy> Column<T> {
    /// A table for a tree that has only its root; `fresh` is what is known of a new node.
    pub(super) fn new(width: usize, fresh: T) -> Self {
        Column { width, fresh, cells: vec![fresh; width], spare: Vec::new() }
    }

    /// How many cells a node has.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The cells of a node.
    #[inline]
    pub fn row(&self, id: NodeId) -> &[T] {
        let start = id as usize * self.width;
        &self.cells[start..start + self.width]
    }

    /// The cells of a node, to be updated.
    #[inline]
    pub fn row_mut(&mut self, id: NodeId) -> &mut [T] {
        let start = id as usize * self.width;
        &mut self.cells[start..start + self.width]
    }

    /// The cells of nodes that stand side by side, one row after the other.
    #[inline]
    pub fn rows(&self, ids: std::ops::Range<NodeId>) -> &[T] {
        &self.cells[ids.start as usize * self.width..ids.end as usize * self.width]
    }

    /// The cells of nodes that stand side by side, to be updated.
    #[inline]
    pub fn rows_mut(&mut self, ids: std::ops::Range<NodeId>) -> &mut [T] {
        &mut self.cells[ids.start as usize * self.width..ids.end as usize * self.width]
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice())
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.add(1);
    }

    /// Adds the rows of new nodes.
    #[inline]
    pub(super) fn add(&mut self, nodes: usize) {
        self.cells.resize(self.cells.len() + nodes * self.width, self.fresh);
    }

    /// Makes a row as new.
    pub(super) fn renew(&mut self, id: NodeId) {
        let fresh = self.fresh;
        self.row_mut(id).fill(fresh);
    }

    /// Adds copies of the rows of some nodes.
    #[inline]
    pub(super) fn append(&mut self, ids: std::ops::Range<NodeId>) {
        self.cells.extend_from_within(ids.start as usize * self.width..ids.end as usize * self.width);
    }

    #[inline]
    pub(super) fn swap(&mut self, a: NodeId, b: NodeId) {
        for k in 0..self.width {
            self.cells.swap(a as usize * self.width + k, b as usize * self.width + k);
        }
    }

    /// Begins a change of root: rows are then [kept](Self::keep) in their new order and the change is [ended](Self::end).
    pub(super) fn begin(&mut self) {
        self.spare.clear();
    }

    pub(super) fn keep(&mut self, ids: std::ops::Range<NodeId>) {
        let rows = ids.start as usize * self.width..ids.end as usize * self.width;
        self.spare.extend_from_slice(&self.cells[rows]);
    }

    pub(super) fn end(&mut self) {
        std::mem::swap(&mut self.cells, &mut self.spare);
    }
}
