//! The values of a segment, and where each is made.

use super::op::{Loop, LoopId, Op, Region, RegionId, RegionKind, TableId, ValueId};
use crate::squares::Relation;

/// All values of a segment.
#[derive(Clone, Debug)]
pub struct Values {
    pub(super) squares: usize,
    /// Whether what always holds, or never, is known (see [`Passes`](crate::passes::Passes)).
    pub(super) folds: bool,
    pub(super) ops: Vec<Op>,
    /// The region in which each value is made.
    pub(super) homes: Vec<RegionId>,
    pub(super) regions: Vec<Region>,
    pub(super) loops: Vec<Loop>,
    pub(super) tables: Vec<Relation>,
}

impl Values {
    /// The operation that produces a value.
    pub fn op(&self, value: ValueId) -> &Op {
        &self.ops[value.0 as usize]
    }

    /// All operations, by the numbers of their values.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// The result of a guarded region if it is entered.
    pub fn guarded(&self, region: RegionId) -> ValueId {
        match self.region(region).kind {
            RegionKind::Guard { result, .. } => result,
            RegionKind::Whole | RegionKind::Loop(_) => unreachable!("only guards find something"),
        }
    }

    /// Whether the value is a set of squares.
    pub fn is_set(&self, value: ValueId) -> bool {
        match self.op(value) {
            Op::GuardResult(region) => self.is_set(self.guarded(*region)),
            Op::Holds(_)
            | Op::Some(_)
            | Op::Within(..)
            | Op::Not(_)
            | Op::Compare(..)
            | Op::Both(..)
            | Op::Either(..)
            | Op::Number(_)
            | Op::Variable(_)
            | Op::Count(_)
            | Op::Binary(..) => false,
            _ => true,
        }
    }

    /// A region.
    pub fn region(&self, region: RegionId) -> &Region {
        &self.regions[region.0 as usize]
    }

    /// The region of the whole segment.
    pub fn whole(&self) -> &Region {
        &self.regions[0]
    }

    /// A loop.
    pub fn loop_of(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// A relation.
    pub fn table(&self, id: TableId) -> &Relation {
        &self.tables[id.0 as usize]
    }

    /// All relations.
    pub fn tables(&self) -> &[Relation] {
        &self.tables
    }

    /// Whether a value is made in a region or in one inside it.
    pub fn is_made_in(&self, value: ValueId, region: RegionId) -> bool {
        self.sees(self.homes[value.0 as usize], region)
    }

    /// The region in which a value is made.
    pub(super) fn home(&self, value: ValueId) -> RegionId {
        self.homes[value.0 as usize]
    }

    /// Whether a value made in `outer` can be used in `inner`.
    pub(super) fn sees(&self, inner: RegionId, outer: RegionId) -> bool {
        let mut region = Some(inner);
        while let Some(here) = region {
            if here == outer {
                return true;
            }
            region = self.region(here).parent;
        }
        false
    }
}
