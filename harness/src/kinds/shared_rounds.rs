//! What the rounds of a cell share with those of other cells.

use crate::experiment::{Cell, CellKey};
use treebench_stats::Sharing;

/// The sharing of a cell's rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SharedRounds {
    /// A number common to the cells that share something.
    group: Option<u64>,
    /// For every round, its link to rounds of other cells; if empty, its number.
    labels: Vec<u64>,
}

impl SharedRounds {
    /// Rounds that share something with the rounds of other cells with the same label, or with the same number if there are no labels.
    pub(super) fn new(group: CellKey, labels: Vec<u64>) -> SharedRounds {
        let [group, ..] = *group.0.as_chunks::<8>().0 else { unreachable!("a key has 16 bytes") };
        SharedRounds { group: Some(u64::from_le_bytes(group)), labels }
    }

    /// Those of a cell that has seeds in common with others: rounds of the same number share theirs.
    pub(super) fn by_seed(cell: &Cell) -> SharedRounds {
        let seeds = cell.seeding.key;
        if seeds == cell.key { SharedRounds::default() } else { SharedRounds::new(seeds, Vec::new()) }
    }

    /// Whether their rounds are paired.
    pub(super) fn is_shared_with(&self, other: &SharedRounds) -> bool {
        self.group.is_some() && self.group == other.group
    }

    /// Whether all rounds of the same number, of those that both have, share it.
    pub fn is_same_by_number(&self, other: &SharedRounds) -> bool {
        let same_labels =
            self.labels.is_empty() == other.labels.is_empty() && self.labels.iter().zip(&other.labels).all(|(one, two)| one == two);
        self.is_shared_with(other) && same_labels
    }

    /// The same for statistics.
    pub fn sharing(&self) -> Sharing<'_> {
        match self.group {
            None => Sharing::Nothing,
            Some(group) if self.labels.is_empty() => Sharing::Rounds(group),
            Some(group) => Sharing::Labels(group, &self.labels),
        }
    }
}
