//! The tables of facts: columns that follow every change of the tree.

use super::facts::{AmafCount, Bias, Bounds, Facts};
use super::shared::SharedTable;
use super::{Column, NodeId};
use std::ops::Range;

/// The tables of facts, one row a node.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) bounds: Column<Bounds>,
    pub(super) proofs: Column<u32>,
    pub(super) bias: Column<Bias>,
    pub(super) amaf: Column<AmafCount>,
    pub(super) decided: Column<u32>,
    pub(super) numbers: Column<f64>,
    /// The number of the node's table of actions; 0 if it has none.
    pub(super) table: Column<u32>,
    pub(super) shared: Option<SharedTable>,
}

/// Calls a method of every column, whatever its cells are; an array of what they return.
macro_rules! every {
    ($tables:ident.$method:ident $arguments:tt) => {
        every!($tables $method $arguments bounds proofs bias amaf decided numbers table)
    };
    ($tables:ident $method:ident $arguments:tt $($column:ident)+) => {
        [$($tables.$column.$method $arguments),+]
    };
}

impl Tables {
    pub(super) fn new(facts: Facts) -> Tables {
        Tables {
            bounds: Column::new(facts.bounds, Bounds::OPEN),
            proofs: Column::new(facts.goals, 1),
            bias: Column::new(usize::from(facts.goals > 0), Bias::default()),
            amaf: Column::new(facts.amaf, AmafCount::default()),
            decided: Column::new(usize::from(facts.decided), 0),
            numbers: Column::new(facts.numbers, 0.0),
            table: Column::new(usize::from(facts.action_tables.is_some()), 0),
            shared: facts.action_tables.map(|tables| SharedTable::new(tables.players, tables.root_only)),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        every!(self.bytes()).iter().sum::<usize>() + self.shared.as_ref().map_or(0, SharedTable::bytes)
    }

    /// Adds copies of the rows of some nodes.
    pub(super) fn append(&mut self, ids: Range<NodeId>) {
        every!(self.append(ids.clone()));
    }

    pub(super) fn clear(&mut self) {
        if let Some(shared) = &mut self.shared {
            shared.clear();
        }
        every!(self.clear());
    }

    #[inline]
    pub(super) fn add(&mut self, nodes: usize) {
        every!(self.add(nodes));
    }

    /// Makes the rows of a node as new.
    pub(super) fn renew(&mut self, id: NodeId) {
        every!(self.renew(id));
    }

    #[inline]
    pub(super) fn swap(&mut self, a: NodeId, b: NodeId) {
        every!(self.swap(a, b));
    }

    /// Begins a change of root: rows are then [kept](Self::keep) in their new order and the change is [ended](Self::end).
    pub(super) fn begin(&mut self) {
        every!(self.begin());
    }

    pub(super) fn keep(&mut self, ids: Range<NodeId>) {
        every!(self.keep(ids.clone()));
    }

    pub(super) fn end(&mut self) {
        every!(self.end());
    }
}
