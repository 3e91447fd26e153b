//! Cells beside the nodes: the storage of a column.

use super::NodeId;
use super::columns::Table;
use std::ops::Range;

/// A row of cells for every node of a tree, all rows of the same width.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    width: usize,
    fresh: T,
    cells: Vec<T>,
    /// The memory in use before the last change of root, for the next one.
    spare: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Rows for a tree that has only its root. A new node has `width` cells, at least one, with the value `fresh`.
    pub fn new(width: usize, fresh: T) -> Self {
        Rows { width, fresh, cells: vec![fresh; width], spare: Vec::new() }
    }

    /// One cell per node.
    pub fn single(fresh: T) -> Self {
        Rows::new(1, fresh)
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

    /// The cells of consecutive nodes, one row after the other.
    #[inline]
    pub fn rows(&self, ids: Range<NodeId>) -> &[T] {
        &self.cells[ids.start as usize * self.width..ids.end as usize * self.width]
    }

    /// The cells of consecutive nodes, to be updated.
    #[inline]
    pub fn rows_mut(&mut self, ids: Range<NodeId>) -> &mut [T] {
        &mut self.cells[ids.start as usize * self.width..ids.end as usize * self.width]
    }

    /// The first cell of a node: the only one of a [single](Self::single) column.
    #[inline]
    pub fn cell(&self, id: NodeId) -> T {
        self.cells[id as usize * self.width]
    }

    /// The first cell of a node, to be updated.
    #[inline]
    pub fn cell_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.cells[id as usize * self.width]
    }
}

impl<T> Rows<T> {
    /// All cells.
    pub(crate) fn all(&self) -> &[T] {
        &self.cells
    }
}

impl<T: Copy + Send + 'static> Table for Rows<T> {
    fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice())
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.add(1);
    }

    fn add(&mut self, nodes: usize) {
        self.cells.resize(self.cells.len() + nodes * self.width, self.fresh);
    }

    fn renew(&mut self, id: NodeId) {
        let fresh = self.fresh;
        self.row_mut(id).fill(fresh);
    }

    fn append(&mut self, ids: Range<NodeId>) {
        self.cells.extend_from_within(ids.start as usize * self.width..ids.end as usize * self.width);
    }

    fn swap(&mut self, a: NodeId, b: NodeId) {
        for k in 0..self.width {
            self.cells.swap(a as usize * self.width + k, b as usize * self.width + k);
        }
    }

    fn begin_reroot(&mut self) {
        self.spare.clear();
    }

    fn keep(&mut self, ids: Range<NodeId>) {
        let rows = ids.start as usize * self.width..ids.end as usize * self.width;
        self.spare.extend_from_slice(&self.cells[rows]);
    }

    fn end_reroot(&mut self) {
        std::mem::swap(&mut self.cells, &mut self.spare);
    }
}
