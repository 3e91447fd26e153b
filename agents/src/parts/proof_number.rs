//! The proof numbers of the nodes, which backup keeps, and the terms that selection computes from them.

use crate::search::{Column, Rows};

/// The proof number of a goal that can never be proven.
pub const INFINITE: u32 = u32::MAX;
/// The greatest proof number that is still finite; sums stop here.
pub(crate) const MOST_FINITE: u32 = u32::MAX - 1;

/// The proof numbers of a node, one per goal.
pub struct ProofNumber;

impl Column for ProofNumber {
    type Table = Rows<u32>;
    const NAME: &'static str = "the proof numbers";
}

/// The term of a node in the selection at its parent, cached until proof numbers change.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bias {
    /// The term of this node in its parent's selection, in [0, 1].
    pub term: f32,
    /// Whether the terms of this node's children are out of date (needRecalc in the GPN paper).
    pub stale: bool,
}

impl Column for Bias {
    type Table = Rows<Bias>;
    const NAME: &'static str = "the terms of proof numbers";
    const OF_UNVISITED: bool = true;
}

/// Whether a proof number says that the goal is proven or can never be proven.
#[inline]
pub(crate) fn is_decided(number: u32) -> bool {
    number == 0 || number == INFINITE
}
