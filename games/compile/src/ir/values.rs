//! Values and the operations that produce them; equal operations are one value.

use super::op::{Item, Loop, LoopId, Op, Region, RegionId, RegionKind, TableId, ValueId, operands};
use crate::passes::{Pass, Passes};
use crate::squares::Relation;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// All values of a segment.
#[derive(Clone, Debug)]
pub struct Values {
    pub(super) squares: usize,
    /// Whether what always holds, or never, is known (see [`Passes`](crate::passes::Passes)).
    pub(super) folds: bool,
    /// Whether unions of images become images.
    pub(super) joins: bool,
    ops: Vec<Op>,
    home: Vec<RegionId>,
    /// Whether the value depends on the current square.
    local: Vec<bool>,
    /// Hashed alike in every run, so that compilation always produces the same instructions.
    known: HashMap<Op, Vec<ValueId>, BuildHasherDefault<DefaultHasher>>,
    regions: Vec<Region>,
    loops: Vec<Loop>,
    tables: Vec<Relation>,
    current: RegionId,
}

/// The sizes of the tables at some point.
#[derive(Debug)]
pub(super) struct Mark {
    ops: usize,
    loops: usize,
    tables: usize,
    /// The items of each region.
    items: Vec<usize>,
    current: RegionId,
}

impl Values {
    pub(super) fn new(squares: usize, passes: Passes) -> Self {
        let whole = Region { kind: RegionKind::Whole, parent: None, items: Vec::new() };
        Values {
            squares,
            folds: passes.has(Pass::FoldConstants),
            joins: passes.has(Pass::JoinImages),
            ops: Vec::new(),
            home: Vec::new(),
            local: Vec::new(),
            known: HashMap::default(),
            regions: vec![whole],
            loops: Vec::new(),
            tables: Vec::new(),
            current: RegionId(0),
        }
    }

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

    /// The number of a relation.
    pub(super) fn table_id(&mut self, relation: Relation) -> TableId {
        let at = self.tables.iter().position(|table| *table == relation).unwrap_or_else(|| {
            self.tables.push(relation);
            self.tables.len() - 1
        });
        TableId(at as u32)
    }

    /// Whether the value depends on the current square.
    pub(super) fn is_local(&self, value: ValueId) -> bool {
        self.local[value.0 as usize]
    }

    /// Makes a value without simplifying it, or finds an equal one that is visible here.
    pub(super) fn intern(&mut self, op: Op) -> ValueId {
        let home = self.home_of(&op);
        if let Some(&found) =
            self.known.get(&op).and_then(|all| all.iter().find(|&&value| self.sees(self.current, self.home[value.0 as usize])))
        {
            return found;
        }
        let by_square = match &op {
            Op::Row(_) => true,
            Op::Within(table, _) => self.table(*table).uniform().is_none(),
            _ => false,
        };
        let local = by_square || operands(&op).iter().any(|&value| self.is_local(value)) || self.loop_is_local(&op);
        let value = ValueId(self.ops.len() as u32);
        self.ops.push(op.clone());
        self.home.push(home);
        self.local.push(local);
        self.known.entry(op).or_default().push(value);
        self.regions[home.0 as usize].items.push(Item::Value(value));
        value
    }

    fn loop_is_local(&self, op: &Op) -> bool {
        match op {
            // A loop's additions come from its initial sets or from its tests; the tests count when they are operands.
            Op::Fixpoint(id, _) => {
                let Loop { initial, next, .. } = self.loop_of(*id);
                initial.iter().chain(next).any(|&value| self.is_local(value))
            }
            Op::GuardResult(id) => match self.region(*id).kind {
                RegionKind::Guard { result, .. } => self.is_local(result),
                _ => true,
            },
            _ => false,
        }
    }

    /// The region in which a value is made: here, or outside the surrounding loops on which it does not depend; never outside a guard.
    fn home_of(&self, op: &Op) -> RegionId {
        let operands = operands(op);
        let mut home = self.current;
        while let RegionKind::Loop(id) = self.region(home).kind {
            let inside =
                matches!(op, Op::Param(of, _) if *of == id) || operands.iter().any(|&value| self.sees(self.home[value.0 as usize], home));
            if inside {
                break;
            }
            home = self.region(home).parent.expect("a loop is in a region");
        }
        home
    }

    /// Whether a value is made in a region or in one inside it.
    pub fn is_made_in(&self, value: ValueId, region: RegionId) -> bool {
        self.sees(self.home[value.0 as usize], region)
    }

    /// The region in which a value is made.
    pub(super) fn home(&self, value: ValueId) -> RegionId {
        self.home[value.0 as usize]
    }

    /// Whether values are made in a loop at present.
    pub(super) fn is_in_loop(&self) -> bool {
        let around = std::iter::successors(Some(self.current), |&region| self.region(region).parent);
        around.into_iter().any(|region| matches!(self.region(region).kind, RegionKind::Loop(_)))
    }

    /// Whether what is made in a region can be used here.
    pub(super) fn is_visible(&self, region: RegionId) -> bool {
        self.sees(self.current, region)
    }

    /// Whether a value made in `outer` can be used in `inner`.
    fn sees(&self, inner: RegionId, outer: RegionId) -> bool {
        let mut region = Some(inner);
        while let Some(here) = region {
            if here == outer {
                return true;
            }
            region = self.region(here).parent;
        }
        false
    }

    /// Begins a loop; values made until [`end_loop`](Self::end_loop) belong to its body.
    pub(super) fn begin_loop(&mut self, initial: Vec<ValueId>) -> (LoopId, Vec<ValueId>) {
        let id = LoopId(self.loops.len() as u32);
        let region = self.enter(RegionKind::Loop(id));
        self.loops.push(Loop { region, next: Vec::new(), initial });
        let params = (0..self.loops[id.0 as usize].initial.len()).map(|i| self.intern(Op::Param(id, i as u32))).collect();
        (id, params)
    }

    /// Ends a loop and returns its results.
    pub(super) fn end_loop(&mut self, id: LoopId, next: Vec<ValueId>) -> Vec<ValueId> {
        let count = next.len() as u32;
        self.loops[id.0 as usize].next = next;
        self.leave();
        let parent = self.current;
        self.regions[parent.0 as usize].items.push(Item::Loop(id));
        (0..count).map(|i| self.intern_here(Op::Fixpoint(id, i))).collect()
    }

    /// Begins a part that is executed only if a set is non-empty.
    pub(super) fn begin_guard(&mut self, guard: ValueId) -> RegionId {
        self.enter(RegionKind::Guard { guard, result: guard })
    }

    /// Ends it and returns its result.
    pub(super) fn end_guard(&mut self, region: RegionId, result: ValueId) -> ValueId {
        if let RegionKind::Guard { result: found, .. } = &mut self.regions[region.0 as usize].kind {
            *found = result;
        }
        self.leave();
        let parent = self.current;
        self.regions[parent.0 as usize].items.push(Item::Guard(region));
        self.intern_here(Op::GuardResult(region))
    }

    /// A value that must be made exactly here, after the preceding items.
    fn intern_here(&mut self, op: Op) -> ValueId {
        let local = self.loop_is_local(&op);
        let value = ValueId(self.ops.len() as u32);
        self.ops.push(op.clone());
        self.home.push(self.current);
        self.local.push(local);
        self.known.entry(op).or_default().push(value);
        self.regions[self.current.0 as usize].items.push(Item::Value(value));
        value
    }

    /// Records the present sizes.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            ops: self.ops.len(),
            loops: self.loops.len(),
            tables: self.tables.len(),
            items: self.regions.iter().map(|region| region.items.len()).collect(),
            current: self.current,
        }
    }

    /// Discards everything made since.
    pub(super) fn go_back(&mut self, mark: &Mark) {
        for op in self.ops.drain(mark.ops..) {
            // The latest values come last.
            if let Some(same) = self.known.get_mut(&op) {
                same.pop();
            }
        }
        self.home.truncate(mark.ops);
        self.local.truncate(mark.ops);
        self.loops.truncate(mark.loops);
        self.tables.truncate(mark.tables);
        self.regions.truncate(mark.items.len());
        for (region, &items) in self.regions.iter_mut().zip(&mark.items) {
            region.items.truncate(items);
        }
        self.current = mark.current;
    }

    fn enter(&mut self, kind: RegionKind) -> RegionId {
        let region = RegionId(self.regions.len() as u32);
        self.regions.push(Region { kind, parent: Some(self.current), items: Vec::new() });
        self.current = region;
        region
    }

    fn leave(&mut self) {
        self.current = self.region(self.current).parent.expect("a region that was entered has a parent");
    }
}
