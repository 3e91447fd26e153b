//! The numbering of values: equal operations are one value, and a value is made in the outermost region where it can be.

use super::op::{Item, Loop, LoopId, Op, Region, RegionId, RegionKind, TableId, ValueId, operands};
use super::values::Values;
use crate::squares::Relation;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// The values of a segment so far.
#[derive(Debug)]
pub(super) struct Numbering {
    pub(super) values: Values,
    /// Whether each value depends on the current square.
    local: Vec<bool>,
    /// Hashed alike in every run, so that compilation always produces the same instructions.
    known: HashMap<Op, Vec<ValueId>, BuildHasherDefault<DefaultHasher>>,
    /// The region in which values are made.
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

impl Numbering {
    pub(super) fn new(squares: usize, folds: bool) -> Self {
        let whole = Region { kind: RegionKind::Whole, parent: None, items: Vec::new() };
        Numbering {
            values: Values {
                squares,
                folds,
                ops: Vec::new(),
                homes: Vec::new(),
                regions: vec![whole],
                loops: Vec::new(),
                tables: Vec::new(),
            },
            local: Vec::new(),
            known: HashMap::default(),
            current: RegionId(0),
        }
    }

    /// Makes a value without simplifying it, or finds an equal one that is visible here.
    pub(super) fn intern(&mut self, op: Op) -> ValueId {
        let home = self.home_of(&op);
        if let Some(&found) =
            self.known.get(&op).and_then(|all| all.iter().find(|&&value| self.values.sees(self.current, self.values.home(value))))
        {
            return found;
        }
        let by_square = match &op {
            Op::Row(_) => true,
            Op::Within(table, _) => self.values.table(*table).uniform().is_none(),
            _ => false,
        };
        let local = by_square || operands(&op).iter().any(|&value| self.is_local(value)) || self.loop_is_local(&op);
        self.add(op, home, local)
    }

    /// A value that must be made exactly here, after the preceding items.
    fn intern_here(&mut self, op: Op) -> ValueId {
        let local = self.loop_is_local(&op);
        self.add(op, self.current, local)
    }

    fn add(&mut self, op: Op, home: RegionId, local: bool) -> ValueId {
        let value = ValueId(self.values.ops.len() as u32);
        self.values.ops.push(op.clone());
        self.values.homes.push(home);
        self.local.push(local);
        self.known.entry(op).or_default().push(value);
        self.values.regions[home.0 as usize].items.push(Item::Value(value));
        value
    }

    fn loop_is_local(&self, op: &Op) -> bool {
        match op {
            // A loop's additions come from its initial sets or from its tests; the tests count when they are operands.
            Op::Fixpoint(id, _) => {
                let Loop { initial, next, .. } = self.values.loop_of(*id);
                initial.iter().chain(next).any(|&value| self.is_local(value))
            }
            Op::GuardResult(id) => match self.values.region(*id).kind {
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
        while let RegionKind::Loop(id) = self.values.region(home).kind {
            let inside = matches!(op, Op::Param(of, _) if *of == id)
                || operands.iter().any(|&value| self.values.sees(self.values.home(value), home));
            if inside {
                break;
            }
            home = self.values.region(home).parent.expect("a loop is in a region");
        }
        home
    }

    /// Whether the value depends on the current square.
    pub(super) fn is_local(&self, value: ValueId) -> bool {
        self.local[value.0 as usize]
    }

    /// The number of a relation.
    pub(super) fn table_id(&mut self, relation: Relation) -> TableId {
        let at = self.values.tables.iter().position(|table| *table == relation).unwrap_or_else(|| {
            self.values.tables.push(relation);
            self.values.tables.len() - 1
        });
        TableId(at as u32)
    }

    /// Whether values are made in a loop at present.
    pub(super) fn is_in_loop(&self) -> bool {
        let around = std::iter::successors(Some(self.current), |&region| self.values.region(region).parent);
        around.into_iter().any(|region| matches!(self.values.region(region).kind, RegionKind::Loop(_)))
    }

    /// Whether what is made in a region can be used here.
    pub(super) fn is_visible(&self, region: RegionId) -> bool {
        self.values.sees(self.current, region)
    }

    /// Begins a loop; values made until [`end_loop`](Self::end_loop) belong to its body.
    pub(super) fn begin_loop(&mut self, initial: Vec<ValueId>) -> (LoopId, Vec<ValueId>) {
        let id = LoopId(self.values.loops.len() as u32);
        let region = self.enter(RegionKind::Loop(id));
        self.values.loops.push(Loop { region, next: Vec::new(), initial });
        let params = (0..self.values.loops[id.0 as usize].initial.len()).map(|i| self.intern(Op::Param(id, i as u32))).collect();
        (id, params)
    }

    /// Ends a loop and returns its results.
    pub(super) fn end_loop(&mut self, id: LoopId, next: Vec<ValueId>) -> Vec<ValueId> {
        let count = next.len() as u32;
        self.values.loops[id.0 as usize].next = next;
        self.leave();
        let parent = self.current;
        self.values.regions[parent.0 as usize].items.push(Item::Loop(id));
        (0..count).map(|i| self.intern_here(Op::Fixpoint(id, i))).collect()
    }

    /// Begins a part that is executed only if a set is non-empty.
    pub(super) fn begin_guard(&mut self, guard: ValueId) -> RegionId {
        self.enter(RegionKind::Guard { guard, result: guard })
    }

    /// Ends it and returns its result.
    pub(super) fn end_guard(&mut self, region: RegionId, result: ValueId) -> ValueId {
        if let RegionKind::Guard { result: found, .. } = &mut self.values.regions[region.0 as usize].kind {
            *found = result;
        }
        self.leave();
        let parent = self.current;
        self.values.regions[parent.0 as usize].items.push(Item::Guard(region));
        self.intern_here(Op::GuardResult(region))
    }

    /// Records the present sizes.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            ops: self.values.ops.len(),
            loops: self.values.loops.len(),
            tables: self.values.tables.len(),
            items: self.values.regions.iter().map(|region| region.items.len()).collect(),
            current: self.current,
        }
    }

    /// Discards everything made since.
    pub(super) fn go_back(&mut self, mark: &Mark) {
        for op in self.values.ops.drain(mark.ops..) {
            // The latest values come last.
            if let Some(same) = self.known.get_mut(&op) {
                same.pop();
            }
        }
        self.values.homes.truncate(mark.ops);
        self.local.truncate(mark.ops);
        self.values.loops.truncate(mark.loops);
        self.values.tables.truncate(mark.tables);
        self.values.regions.truncate(mark.items.len());
        for (region, &items) in self.values.regions.iter_mut().zip(&mark.items) {
            region.items.truncate(items);
        }
        self.current = mark.current;
    }

    fn enter(&mut self, kind: RegionKind) -> RegionId {
        let region = RegionId(self.values.regions.len() as u32);
        self.values.regions.push(Region { kind, parent: Some(self.current), items: Vec::new() });
        self.current = region;
        region
    }

    fn leave(&mut self) {
        self.current = self.values.region(self.current).parent.expect("a region that was entered has a parent");
    }
}
