//! A damaged cell.

/// A saved cell that contradicts itself or its experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DamagedCell {
    /// The index of the cell.
    pub cell: usize,
    /// The invalid column.
    pub column: &'static str,
}
